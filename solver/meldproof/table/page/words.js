// What the page itself says, in both languages; what is said of rules and answers comes with the replies.

export const WORDS = {
  en: {
    title: "The table", other: "ES", other_name: "Español", menu: "Menu: readings, settings, colours", close: "Close",
    modes: "What you want to know", hand: "My hand", meld: "A meld?", replay: "Replay",
    players: "{n} players", cards_in_deck: "{n} cards", house: "your own rules",
    your_hand: "Your hand", cards_chosen: "The cards", one_card: "{n} card", cards: "{n} cards",
    discard: "I discard at the end", opening: "It’s my opening", remove: "Take away {card}",
    left: "{card}, {n} left", deck: "The cards of the deck", undo: "Undo", clear: "Clear", type: "Type", share: "Share",
    fold: "Cards", must_lay: "must be laid: {card}", spoken_none: "none left",
    empty_lead: "Tap the cards you hold.", empty_text: "The best way to lay them appears at once, and a proof that nothing is better.",
    meld_lead: "Tap the cards in question.", meld_text: "Yes, or every clause that says no, in words.",
    example: "An example", example_text: "Eleven cards, two of them wild",
    table: "On the table", add_meld: "Add a meld", editing: "Cards go to table meld {n}", done: "Done", table_meld: "Meld {n}: {cards}",
    to_table: "Table", new_meld: "Cards go to a new table meld", stands: "What does the wild stand for in table meld {n}?",
    deadwood_points: ["Nothing is left over", "{n} point left over", "{n} points left over"],
    melded_points: ["You lay no points", "You lay {n} point", "You lay {n} points"],
    deadwood_cards: ["No card is left over", "{n} card left over", "{n} cards left over"],
    melded_cards: ["You lay no card", "You lay {n} card", "You lay {n} cards"],
    score_figure: ["Laid and left over even out", "You come out {n} point ahead", "You come out {n} points ahead"],
    score_minus: ["", "You come out {n} point behind", "You come out {n} points behind"],
    table_changes: ["The table stays as it lies", "{n} table meld changed", "{n} table melds changed"],
    you_lay: "You lay", left_over: "Left over", balance: "Balance", points_cards: "points, {cards}", points: "{n} points", one_point: "{n} point",
    point_word: "points",
    run: "Run", set: "Set", counts_opening: "counts for the opening", changed: "changed", same: "as it lay", new: "new",
    discard_it: "Discard", nothing: "nothing", gold: "Gold outline: a wild. The ribbon says what it stands for.",
    proved: "Proved:", proved_text: "nothing is better.", why: "Why?", known: "Best known in the time there was;",
    why_prices: "Give every card the price below it. Of {n} possible melds and discards, none gains more than its cards cost. So nobody can gain more than all the prices together:",
    why_all: "All together: ", why_gain: "What is shown above gains exactly ", why_no_more: "There is no more.", why_next_step: "All prices together are less than the next step above it.", why_figures: "Large: {first}. Below it, to break ties: {rest}.",
    why_first: "Large: {first}.", looking: "Looking for the proof…", why_words: "The proof, step by step",
    contested: "This hangs on a contested sentence", as_usual: "As usually read", unproved_readings: "Whether this hangs on a contested sentence isn’t proved (readings: {n}).",
    yes: "It is a meld: {kind}", no: "It is not a meld", worth: "worth {n} points", also: "It can also be read as a {kind}.", see: "See the rule", source: "Source {cites}",
    near: "These would do", without: "without {cards}", worth_short: "{n} points",
    opens: "You can open", opens_not: "You can’t open", need: "needed", reach: "within reach", lack: "lacking",
    busy: "Working…", trouble: "That can’t be answered", no_server: "The server does not answer. Is it still running?",
    log_lead: "Replay a game", log_text: "Drop a game log here, choose a file, or paste it. It goes step by step, to the first action that isn’t allowed.",
    choose_file: "Choose a file", paste_log: "The game log, one JSON object a line", start_replay: "Replay it", other_log: "Another log", example_log: "An example game",
    line: "Line {n}", of: "of {n}", legal_game: "Every action is allowed", illegal: "Line {n} is not allowed", player: "Player {n}",
    holds: "Player {n} holds", hidden: "{n} hidden", pile: "Discard pile", stock: "Stock: {n}", allowed: "Allowed instead",
    steps: "Every line", legal_count: "{n} legal", then_this: "{n} legal, then this", not_allowed: "not allowed", unread: "Line {n} can’t be read", not_read: "can’t be read", the_table: "The table", nothing_there: "Nothing lies on the table.",
    first: "To the first line", back: "One line back", on: "One line on", last: "To the last line", link_line: "Copy a link to this line", deal_scores: "Deal {n}: the points", by_deal: "The points, deal by deal", unjudged: "Not judged:", warnings: "Warning:",
    total: "Scores", unknown_points: "unknown", knocker: "Player {n} shows", won: "Won by player {n}",
    variant: "Variant", choose_variant: "The rules", drop_rules: "Your own rules: choose, drop or paste a rule file (TOML)", use_rules: "Use these rules", players_number: "Players", any_number: "any number", score_before: "Match score", score_help: "where the opening depends on it",
    readings: "Contested sentences", reading_text: "Of each, choose how it is read.", settings: "Settings", settings_text: "Every rule that is a choice, with the clause that makes it.", look: "Look", theme: "Colours", theme_auto: "as the system", theme_light: "light", theme_dark: "dark", four: "Four colours", big: "Big cards", typing: "Typing a card’s code anywhere adds it",
    not_encoded: "can’t be chosen: {reason}", reset: "As the text says",
    type_title: "Type or paste cards", type_label: "Cards, such as 4s 5s 6s JK", type_help: "10h, KS, K♠, ♠K, joker, * and the Unicode cards are understood. A table goes after it: melds separated by ;", type_table: "Melds on the table, separated by ;", use: "Use them",
    share_title: "Share", copy_link: "Copy the link", copy_text: "Copy as text", save_svg: "Save the picture (SVG)", save_png: "Save the picture (PNG)", print: "Print", copied: "Copied", link_help: "All of it is in the address: nothing is sent to a server.",
    must: "Must lay", must_help: "Tap the cards that have to be laid.", must_short: "Must be laid: {cards}", clause: "The rule", rule_page: "The page of rules",
    loading: "The programme is being loaded, once", loading_of: "{done} of {total} MB",
    played_by: "{card}, played by {wild}", typed: "Typed: {text}",
  },
  es: {
    title: "La mesa", other: "EN", other_name: "English", menu: "Menú: lecturas, reglas, colores", close: "Cerrar",
    modes: "Qué querés saber", hand: "Mi mano", meld: "¿Vale?", replay: "Partida",
    players: "{n} jugadores", cards_in_deck: "{n} cartas", house: "reglas propias",
    your_hand: "Tu mano", cards_chosen: "Las cartas", one_card: "{n} carta", cards: "{n} cartas",
    discard: "Descarto al final", opening: "Es mi apertura", remove: "Sacar {card}",
    left: "{card}, quedan {n}", deck: "Las cartas del mazo", undo: "Deshacer", clear: "Vaciar", type: "Escribir", share: "Compartir",
    fold: "Cartas", must_lay: "tiene que bajarse: {card}", spoken_none: "no quedan",
    empty_lead: "Tocá las cartas que tenés.", empty_text: "Enseguida aparece la mejor manera de bajarlas, y la prueba de que no hay otra mejor.",
    meld_lead: "Tocá las cartas en cuestión.", meld_text: "Sí, o cada cláusula que dice que no, en palabras.",
    example: "Un ejemplo", example_text: "Once cartas, dos de ellas comodines",
    table: "En la mesa", add_meld: "Agregar combinación", editing: "Las cartas van a la combinación {n} de la mesa", done: "Listo", table_meld: "Combinación {n}: {cards}",
    to_table: "Mesa", new_meld: "Las cartas van a una combinación nueva de la mesa", stands: "¿Qué reemplaza el comodín en la combinación {n} de la mesa?",
    deadwood_points: ["No te sobra nada", "Te sobra {n} punto", "Te sobran {n} puntos"],
    melded_points: ["No bajás puntos", "Bajás {n} punto", "Bajás {n} puntos"],
    deadwood_cards: ["No te sobra ninguna carta", "Te sobra {n} carta", "Te sobran {n} cartas"],
    melded_cards: ["No bajás ninguna carta", "Bajás {n} carta", "Bajás {n} cartas"],
    score_figure: ["Quedás en cero", "Ganás {n} punto", "Ganás {n} puntos"],
    score_minus: ["", "Perdés {n} punto", "Perdés {n} puntos"],
    table_changes: ["La mesa queda como está", "Cambia {n} combinación de la mesa", "Cambian {n} combinaciones de la mesa"],
    you_lay: "Bajás", left_over: "Sobra", balance: "Saldo", points_cards: "puntos, {cards}", points: "{n} puntos", one_point: "{n} punto",
    point_word: "puntos",
    run: "Escalera", set: "Pierna", counts_opening: "cuenta para abrir", changed: "cambia", same: "como estaba", new: "nueva",
    discard_it: "Descartá", nothing: "nada", gold: "Borde de oro: comodín. En la cinta, la carta que reemplaza.",
    proved: "Probado:", proved_text: "nada es mejor.", why: "¿Por qué?", known: "Lo mejor que se encontró en el tiempo dado;",
    why_prices: "Ponele a cada carta el precio que lleva abajo. De {n} combinaciones y descartes posibles, ninguno gana más de lo que cuestan sus cartas. Entonces nadie puede ganar más que todos los precios juntos:",
    why_all: "Todo junto: ", why_gain: "Lo de arriba gana justo ", why_no_more: "Más no hay.", why_next_step: "Todos los precios juntos no llegan al paso siguiente.", why_figures: "Número grande: {first}. Debajo, para desempatar: {rest}.",
    why_first: "Número grande: {first}.", looking: "Buscando la prueba…", why_words: "La prueba, paso a paso",
    contested: "Esto depende de una frase en disputa", as_usual: "Como se lee siempre", unproved_readings: "No está probado si esto depende de una frase en disputa (lecturas: {n}).",
    yes: "Vale: {kind}", no: "No vale", worth: "{n} puntos", also: "También se puede leer como {kind}.", see: "Ver la regla", source: "Fuente {cites}",
    near: "Estas sí valen", without: "sin {cards}", worth_short: "{n} puntos",
    opens: "Te alcanza para abrir", opens_not: "No te alcanza para abrir", need: "hacen falta", reach: "se alcanzan", lack: "faltan",
    busy: "Calculando…", trouble: "Eso no se puede contestar", no_server: "El servidor no contesta. ¿Sigue andando?",
    log_lead: "Repasar una partida", log_text: "Soltá acá un registro de partida, elegí un archivo o pegalo. Va paso a paso, hasta la primera jugada que no vale.",
    choose_file: "Elegir archivo", paste_log: "El registro, un objeto JSON por línea", start_replay: "Repasarla", other_log: "Otro registro", example_log: "Una partida de ejemplo",
    line: "Línea {n}", of: "de {n}", legal_game: "Todas las jugadas valen", illegal: "La línea {n} no vale", player: "Jugador {n}",
    holds: "Tiene el jugador {n}", hidden: "{n} ocultas", pile: "Descarte", stock: "Mazo: {n}", allowed: "En cambio, se podía",
    steps: "Todas las líneas", legal_count: "{n} legales", then_this: "{n} legales, después esta", not_allowed: "no vale", unread: "La línea {n} no se puede leer", not_read: "no se puede leer", the_table: "La mesa", nothing_there: "No hay nada en la mesa.",
    first: "A la primera línea", back: "Una línea atrás", on: "Una línea adelante", last: "A la última línea", link_line: "Copiar un enlace a esta línea", deal_scores: "Mano {n}: los puntos", by_deal: "Los puntos, mano por mano", unjudged: "Sin juzgar:", warnings: "Aviso:",
    total: "Puntajes", unknown_points: "no se sabe", knocker: "Muestra el jugador {n}", won: "Gana el jugador {n}",
    variant: "Variante", choose_variant: "Las reglas", drop_rules: "Reglas propias: elegí, soltá o pegá un archivo de reglas (TOML)", use_rules: "Usar estas reglas", players_number: "Jugadores", any_number: "cualquier número", score_before: "Puntaje en la partida", score_help: "donde la apertura depende de él",
    readings: "Frases en disputa", reading_text: "De cada una, elegí cómo se lee.", settings: "Reglas sueltas", settings_text: "Cada regla que es una elección, con la cláusula que la fija.", look: "Aspecto", theme: "Colores", theme_auto: "como el sistema", theme_light: "claro", theme_dark: "oscuro", four: "Cuatro colores", big: "Cartas grandes", typing: "Escribir el código de una carta en cualquier parte la agrega",
    not_encoded: "no se puede elegir: {reason}", reset: "Como dice el texto",
    type_title: "Escribir o pegar cartas", type_label: "Cartas, como 4s 5s 6s JK", type_help: "Se entienden 10h, KS, K♠, ♠K, comodín, * y las cartas Unicode. La mesa va aparte: combinaciones separadas por ;", type_table: "Combinaciones de la mesa, separadas por ;", use: "Usarlas",
    share_title: "Compartir", copy_link: "Copiar el enlace", copy_text: "Copiar como texto", save_svg: "Guardar el dibujo (SVG)", save_png: "Guardar el dibujo (PNG)", print: "Imprimir", copied: "Copiado", link_help: "Todo va en la dirección: nada se manda a un servidor.",
    must: "A bajar sí o sí", must_help: "Tocá las cartas que hay que bajar.", must_short: "Tiene que bajarse: {cards}", clause: "La regla", rule_page: "La página de las reglas",
    loading: "Se está cargando el programa, por única vez", loading_of: "{done} de {total} MB",
    played_by: "{card}, con {wild}", typed: "Escrito: {text}",
  },
};

/** @typedef {keyof typeof WORDS} Language @typedef {keyof typeof WORDS["en"]} Word */

/** @type {Language} */
let spoken = "en";

/** @param {Language} language */
export function speak(language) {
  spoken = language;
  document.documentElement.lang = language;
}

export const language = () => spoken;

/** @param {string} template @param {Record<string, string | number>} parts */
const put = (template, parts) => template.replace(/\{(\w+)\}/g, (all, name) => String(parts[name] ?? all));

/** A text of the page. @param {Word} name @param {Record<string, string | number>} [parts] */
export function say(name, parts = {}) {
  const text = WORDS[spoken][name];
  return put(Array.isArray(text) ? text[2] : text, parts);
}

/** A text that counts: for none, for one, for any other number. @param {Word} name @param {number} n */
export function sayNumber(name, n) {
  const forms = WORDS[spoken][name];
  return put(Array.isArray(forms) ? forms[n === 0 ? 0 : n === 1 ? 1 : 2] : forms, { n });
}

/** @param {number} n */
export const cardsWord = (n) => say(n === 1 ? "one_card" : "cards", { n });
/** @param {number} n */
export const pointsWord = (n) => say(n === 1 ? "one_point" : "points", { n });
