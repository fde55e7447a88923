(() => {
  const form = document.querySelector(".mr-chooser");
  const [one, other] = form.querySelectorAll("select");
  const status = form.querySelector("[role=status]");
  const pairs = () => [...document.querySelectorAll(".mr-pair")];
  const id = (a, b) => `compare-${a}-${b}`;
  const show = () => {
    const wanted = [id(one.value, other.value), id(other.value, one.value)];
    pairs().forEach((pair) => { pair.hidden = !wanted.includes(pair.id); });
    status.textContent = one.value === other.value ? status.dataset.same : "";
    const found = pairs().find((pair) => !pair.hidden);
    return found;
  };
  const take = () => {
    const names = [...one.options].map((option) => option.value);
    for (const a of names) for (const b of names)
      if (location.hash === `#${id(a, b)}`) { one.value = a; other.value = b; }
    show();
  };
  form.hidden = false;
  form.addEventListener("change", () => {
    const found = show();
    if (found) history.replaceState(null, "", `#${found.id}`);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", take);
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", take) : take();
})();
