(() => {
  const form = document.querySelector(".mr-chooser");
  const [one, other] = form.querySelectorAll("select");
  const status = form.querySelector("[role=status]");
  const written = document.querySelector(".mr-values");
  const values = written && JSON.parse(written.textContent);
  const compared = document.querySelector(".mr-compared");
  const pairs = () => [...document.querySelectorAll(".mr-pair")];
  const id = (a, b) => `compare-${a}-${b}`;
  const made = (tag, ...inside) => {
    const element = document.createElement(tag);
    element.append(...inside);
    return element;
  };
  const row = (rule) => {
    const name = made("code", rule.name);
    const said = [one.value, other.value].map((variant) => made("td", rule.words[rule.said[variant]] ?? "–"));
    return made("tr", made("td", `${rule.means} `, name), ...said);
  };
  const compare = () => {
    const differing = values.rules.filter((rule) => rule.said[one.value] !== rule.said[other.value]);
    const heads = [values.rule, one.selectedOptions[0].text, other.selectedOptions[0].text];
    const head = made("thead", made("tr", ...heads.map((text) => made("th", text))));
    const table = made("table", head, made("tbody", ...differing.map(row)));
    table.className = "docutils align-default";
    compared.replaceChildren(differing.length ? table : made("p", values.agree));
  };
  const show = () => {
    const wanted = [id(one.value, other.value), id(other.value, one.value)];
    pairs().forEach((pair) => { pair.hidden = !wanted.includes(pair.id); });
    const same = one.value === other.value;
    status.textContent = same ? status.dataset.same : "";
    const found = pairs().find((pair) => !pair.hidden);
    compared.hidden = same || Boolean(found) || !values;
    if (!compared.hidden) compare();
    return same ? "" : found ? found.id : wanted[0];
  };
  const take = () => {
    const names = [...one.options].map((option) => option.value);
    for (const a of names) for (const b of names)
      if (location.hash === `#${id(a, b)}`) { one.value = a; other.value = b; }
    show();
  };
  form.hidden = false;
  form.addEventListener("change", () => {
    const shown = show();
    if (shown) history.replaceState(null, "", `#${shown}`);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", take);
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", take) : take();
})();
