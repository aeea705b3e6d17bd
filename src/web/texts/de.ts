import { heuristicNotice, heuristicNoticeBefore } from "../../analysis/heuristic/analyse-by-words.ts";
import { signInInGerman } from "./de-sign-in.ts";
import { categoryNames } from "../../items/category-names.ts";
import { sayRate } from "../../schedule/policy/why-next.ts";
import { dayMs, hourMs, minuteMs } from "../../time.ts";
import { html } from "../kit/html.ts";
import type { Texts } from "./en.ts";
import { failureIn, failureOfStatus, type FailureWords } from "./failure-words.ts";
import { plural } from "./plural.ts";

const locale = "de-DE";

const counted = (one: string, other: string) => (count: number) =>
  plural(locale, count, { one: `# ${one}`, other: `# ${other}` });

const accounts = counted("Konto", "Konten");
const calls = counted("Aufruf", "Aufrufe");
const deadLetters = counted("gescheiterter Auftrag", "gescheiterte Aufträge");
const entries = counted("Eintrag", "Einträge");
const feeds = counted("Feed", "Feeds");
const fetches = counted("Abruf", "Abrufe");
const newEntries = counted("neuer Eintrag", "neue Einträge");
const outlets = counted("Medium", "Medien");
const reports = counted("Bericht", "Berichte");
const tokens = counted("Token", "Tokens");

const badZone =
  "Diese Zeitzone kennen wir nicht. Wähle eine aus der Liste: Sie heißt nach einer großen Stadt deiner Zone";
const byOfflineReader =
  "Gelesen von der Offline-Auswertung, ohne KI-Dienst. Sie findet wertende und neugierig machende Wörter, keine Schlagseite und keine falschen Behauptungen.";

const smallNumbers = [
  "Kein",
  "Ein",
  "Zwei",
  "Drei",
  "Vier",
  "Fünf",
  "Sechs",
  "Sieben",
  "Acht",
  "Neun",
  "Zehn",
  "Elf",
  "Zwölf",
];

/** The whole catalogue in German. It says „du“; a story is a „Thema“, an item an „Eintrag“, an outlet a „Medium“. */
export const de: Texts = {
  frame: {
    language: "de",
    locale,
    skip: "Zum Inhalt springen",
    mainNavigation: "Hauptmenü",
    today: "Heute",
    stream: "Stream",
    brief: "Überblick",
    sources: "Quellen",
    search: "Suche",
    searchTitle: "Suche ( / )",
    addFeed: "Feed hinzufügen",
    menu: "Menü",
    feeds: "Feeds und Ordner",
    filters: "Filter und persönliche Feeds",
    settings: "Einstellungen",
    operator: "Dieser Server",
    keyboard: "Tastatur",
    close: "Schließen",
    copied: "Kopiert.",
    copyFailed: "Kopieren ging nicht. Markiere den Text und kopiere ihn von Hand.",
    keys: [
      [["j", "k"], "weiter, zurück"],
      [["Enter"], "öffnen"],
      [["o"], "Original öffnen"],
      [["h"], "wie andere es formulieren"],
      [["m"], "als gelesen oder ungelesen markieren"],
      [["s"], "merken"],
      [["Umschalt+A"], "alles als gelesen markieren"],
      [["Umschalt+J", "Umschalt+K"], "nächster, voriger Feed"],
      [["g t", "g s", "g b", "g f"], "zu Heute, Stream, Überblick, Feeds"],
      [["/"], "suchen"],
      [["Esc"], "zurück zur Liste"],
      [["?"], "diese Liste"],
    ],
    levels: { plain: "sachlich", mild: "leicht gefärbt", loaded: "wertend", heavy: "stark wertend" },
    notRead: "noch nicht ausgewertet",
    unread: "ungelesen",
    undo: "Rückgängig",
    unreachable: "Der Server ist nicht erreichbar. Versuch es noch einmal.",
    dashboard: "Startseite",
    account: "Konto",
    api: "API",
    fetcher: "Unser Abrufdienst",
    foot: (version) => `Plainwire ${version}, Nachrichten vom eigenen Server.`,
    logIn: "Anmelden",
    logOut: "Abmelden",
    toDark: "Dunkles Design",
    toLight: "Helles Design",
  },

  problem: {
    heading: "Etwas ist schiefgegangen",
    headings: {
      400: "Diese Anfrage ist nicht lesbar",
      401: "Bitte melde dich an",
      403: "Nicht erlaubt",
      404: "Seite nicht gefunden",
      405: "Das geht hier nicht",
      413: "Zu groß",
      429: "Zu viele Anfragen",
      500: "Das hat leider nicht geklappt",
      503: "Vorübergehend nicht verfügbar",
    },
    nothingHere: "Prüfe die Adresse. Vielleicht gibt es die Seite nicht mehr.",
    wrongMethod: (method, allowed) => `Diese Adresse nimmt ${allowed} an, nicht ${method}.`,
    cutShort: "Die Anfrage kam nicht vollständig an.",
    databaseDown: "Die Datenbank antwortet nicht. Es ist nichts verloren. Versuch es gleich noch einmal.",
    databaseSlow:
      "Das dauerte in der Datenbank zu lange und wurde abgebrochen. Es ist nichts verloren. Versuch es in ein paar Minuten noch einmal.",
    ourFault: (requestId) =>
      `Bei uns ist etwas schiefgegangen (Anfrage ${requestId}). Der Fehler ist protokolliert. Versuch es noch einmal.`,
    toStart: "Zur Startseite",
    request: "Anfrage",
  },

  newsletters: {
    add: "Newsletter hinzufügen",
    lede: "Du bekommst eine geheime Mailadresse. Abonniere damit den Newsletter, und jede Mail wird zu einem Eintrag in deinem Stream.",
    name: "Name des Newsletters",
    submit: "Adresse anlegen",
    full: "Mehr Feeds oder Newsletter erlaubt dieser Server nicht. Entferne zuerst einen.",
    off: "Dieser Server nimmt keine Newsletter an. Wer ihn betreibt, kann MAIL_DOMAIN setzen.",
    kind: "Newsletter, per Mail",
    address: "Mailadresse dieses Newsletters",
    copy: "Mailadresse kopieren",
    howTitle: "So geht es",
    how: [
      "Abonniere den Newsletter auf seiner Seite mit dieser Adresse. Gib sie sonst niemandem: Wer sie kennt, kann dir Einträge schicken.",
      "Die meisten Newsletter schicken zuerst eine Mail, in der du das Abonnement bestätigen sollst. Sie erscheint hier als Eintrag, mit ihrem Link.",
      "Wenn du den Newsletter entfernst, ist die Adresse geschlossen: Mails an sie werden abgelehnt. Bestell ihn vorher über den Link „Newsletter abbestellen“ eines Eintrags ab.",
    ],
    noItems: "Noch keine Mail. Sie erscheint hier, sobald sie ankommt.",
    neverFetched: "Ein Newsletter wird nicht abgerufen: Seine Einträge kommen per Mail.",
    noText: "Diese Mail hat keinen Text, den wir zeigen können.",
    unsubscribe: "Newsletter abbestellen",
  },
  webhooks: {
    title: "Senden an",
    lede: "Einträge, was du dir merkst, Überblicke und gestörte Feeds gehen dorthin, wo du sie haben willst: an einen Dienst, der Seiten aufbewahrt, auf dein Telefon oder an ein eigenes Programm.",
    none: "Noch wird nichts gesendet.",
    yours: "Wohin deine Nachrichten gehen",
    add: "Hinzufügen",
    addOf: (kind: string) => `${kind} hinzufügen`,
    kinds: {
      webhook: "Webhook",
      ntfy: "ntfy",
      readeck: "Readeck",
      linkding: "linkding",
      karakeep: "Karakeep",
      wallabag: "wallabag",
    },
    kindHints: {
      webhook: "Ein signierter POST mit JSON, für ein eigenes Programm.",
      ntfy: "Benachrichtigungen auf deinem Telefon.",
      readeck: "Hebt Seiten zum späteren Lesen auf.",
      linkding: "Hebt Lesezeichen auf.",
      karakeep: "Hebt Lesezeichen auf.",
      wallabag: "Hebt Seiten zum späteren Lesen auf.",
    },
    newTitle: (kind: string) => `Senden an ${kind}`,
    name: "Name",
    address: "Adresse",
    addressHints: {
      webhook: "Die Adresse, die den POST annimmt.",
      ntfy: "Der Server, zum Beispiel https://ntfy.example. Das Thema hat ein eigenes Feld.",
      readeck: "Der Server, zum Beispiel https://readeck.example.",
      linkding: "Der Server, zum Beispiel https://linkding.example.",
      karakeep: "Der Server, zum Beispiel https://karakeep.example.",
      wallabag: "Der Server, zum Beispiel https://wallabag.example.",
    },
    credentials: {
      token: "Token",
      topic: "Thema",
      clientId: "Client-ID",
      clientSecret: "Client-Geheimnis",
      username: "Benutzername",
      password: "Passwort",
    },
    optional: "Lass es leer, wenn das Thema keines braucht.",
    whenTitle: "Wann",
    events: {
      "item.new": "Ein Eintrag ist neu",
      "item.starred": "Du merkst dir einen Eintrag",
      "item.saved": "Du drückst bei einem Eintrag auf „Senden an“",
      "brief.written": "Dein Überblick ist fertig",
      "feed.failing": "Ein Feed ist seit einem Tag gestört",
      test: "Test",
    },
    folder: "Neue Einträge aus",
    allFolders: "allen Feeds",
    words: "Nur neue Einträge mit diesen Wörtern",
    wordsHint:
      "Wie in der Suche: Wörter, die alle vorkommen müssen, „Wörter in dieser Reihenfolge“, -Wörter, die nicht vorkommen dürfen. Leer: alle.",
    create: "Speichern",
    cancel: "Abbrechen",
    badName: "Bitte gib einen Namen mit höchstens 255 Zeichen ein",
    badAddress: "Gib eine Adresse ein, die mit https:// oder http:// beginnt und kein Passwort enthält",
    missing: (label: string) => `Bitte eingeben: ${label}`,
    badCredential: (label: string) =>
      `${label}: enthält Zeichen, die nicht gesendet werden können, oder mehr als 1.000. Kopiere es noch einmal.`,
    noEvent: "Wähle mindestens eines davon",
    badWords: "Nach diesen Wörtern kann nicht gesucht werden",
    full: (max: number) => `Du hast ${max} davon. Lösche zuerst eines.`,
    made: "Gespeichert. Sende einen Test, um zu sehen, ob es klappt.",
    secretNow:
      "Kopiere das Geheimnis jetzt. Es wird nicht noch einmal angezeigt. Dein Programm prüft damit die Signatur.",
    secret: "Geheimnis",
    test: "Test senden",
    testOf: (name: string) => `Test senden an ${name}`,
    testQueued: "Der Test ist unterwegs. Lade die Seite neu, um die Antwort zu sehen.",
    remove: "Löschen",
    removeOf: (name: string) => `${name} löschen`,
    removed: "Gelöscht. Dorthin wird nichts mehr gesendet.",
    enable: "Wieder einschalten",
    enableOf: (name: string) => `${name} wieder einschalten`,
    enabled: "Wieder eingeschaltet.",
    disabled:
      "Abgeschaltet: Drei Tage lang kam nichts an, der Empfänger wollte nichts mehr, oder dein Passwort wurde zurückgesetzt.",
    failing: "Die letzte Sendung kam nicht an.",
    last: "Letzte Sendungen",
    delivered: "angekommen",
    waiting: "wartet",
    retrying: (attempts: number) => `${attempts}-mal versucht, wir versuchen es weiter`,
    failed: "nicht angekommen",
    repeat: "Noch einmal senden",
    repeatOf: (title: string) => `Noch einmal senden: ${title}`,
    repeated: "Es wird noch einmal gesendet.",
    gone: "Nicht gefunden",
    tooManyWait:
      "Dort warten schon 200 Einträge darauf, gesendet zu werden. Sieh unter Einstellungen → Senden an nach, ob das Ziel antwortet, und versuch es später noch einmal.",
    goneWhy: "Es wurde schon gelöscht.",
    sendTo: "Senden an",
    sendToOf: (name: string) => `Senden an ${name}`,
    sent: "Wird gesendet. Die Antwort steht unter Einstellungen → Senden an.",
  },

  apps: {
    title: "Apps",
    lede: "Ein Passwort für jede Lese-App auf deinem Telefon oder Rechner. Gib einer App nie das Passwort deines Kontos.",
    yours: "Deine App-Passwörter",
    none: "Du hast noch kein App-Passwort.",
    newTitle: "Neues App-Passwort",
    name: "Name",
    nameHint: "Damit du es wiedererkennst, zum Beispiel „Reeder auf meinem Telefon“.",
    badName: "Bitte gib einen Namen mit höchstens 255 Zeichen ein",
    protocol: "Art des Kontos",
    protocolHint:
      "Lege in den meisten Apps ein Konto der Art „FreshRSS“ oder „Google Reader“ an. Fever ist für Apps, die nichts anderes können: Sein Schlüssel ist ein MD5 aus E-Mail-Adresse und Passwort, so ist es entworfen.",
    protocols: {
      greader: "Google Reader (FreshRSS)",
      fever: "Fever",
      miniflux: "Miniflux",
      api: "Plainwires eigene API",
    },
    protocolHints: {
      greader: "Hat die App kein Feld für die Adresse einer API, dann lass /api/greader.php weg.",
      fever:
        "Fever verarbeitet deine E-Mail-Adresse und dieses Passwort mit MD5, so ist es entworfen. Gib die E-Mail-Adresse so ein, wie sie hier steht. Wenn du sie änderst, erstelle ein neues Passwort.",
      miniflux: "Nimm das Passwort als API-Schlüssel oder zusammen mit deiner E-Mail-Adresse.",
      api: "Sende es als Bearer-Token.",
    },
    accessLabel: "Zugriff",
    access: { all: "lesen und ändern", read: "nur lesen" },
    titlesLabel: "Titel",
    titles: { plain: "sachliche Titel", published: "Titel wie veröffentlicht" },
    create: "Passwort erstellen",
    made: "Dein neues App-Passwort",
    copyNow: "Kopiere das Passwort jetzt. Es wird nicht noch einmal angezeigt.",
    address: "Adresse",
    user: "Benutzername",
    password: "Passwort",
    createdAt: "erstellt",
    lastUsedAt: "zuletzt benutzt",
    neverUsed: "nie benutzt",
    fromAddress: (address) => `von ${address}`,
    revoke: "Widerrufen",
    revokeOf: (name) => `Passwort von ${name} widerrufen`,
    revoked: "Das Passwort ist widerrufen. Die App kann es nicht mehr benutzen.",
    full: (max) => `Du hast ${max} App-Passwörter. Widerrufe zuerst eines.`,
    gone: "Passwort nicht gefunden",
    goneWhy: "Es wurde schon widerrufen.",
    originalTitle: (title) => `Originaltitel: „${title}“`,
    wording: (level) => `Wortwahl: ${level}`,
  },

  home: {
    toToday: "Heute öffnen",
    title: "Nachrichten mit weniger Meinungsmache",
    lede: "Plainwire ruft Feeds rücksichtsvoll ab, nimmt wertende Wörter aus Überschriften, wo das sicher geht, markiert die übrigen und gibt dir die Nachrichten zurück. Es läuft auf deinem eigenen Server.",
    example: {
      title: "Was mit einer Überschrift passiert",
      came: "Wie es kam",
      original: "SCHOCK: Bürgermeisterin wettert gegen neuen Busplan!",
      read: "Wie du es liest",
      plain: "Bürgermeisterin kritisiert neuen Busplan",
      note: "Offline, ohne KI-Dienst. Was sich nicht sicher ändern lässt, bleibt stehen. Jeder Eintrag behält seinen Originaltitel, seinen Link und den Grund für jede Änderung.",
    },
    ways: {
      title: "Drei Wege zu lesen",
      list: [
        { name: "Sauberes RSS", note: "Jeder Feed mit sachlichen Titeln, für deinen gewohnten Feedreader." },
        {
          name: "Eine JSON-API",
          note: "Sachliche Titel und Werte zur Wortwahl, für eine Browser-Erweiterung oder dein eigenes Programm.",
        },
        { name: "Ein täglicher Überblick", note: "Was seit gestern passiert ist, mit einem Beleg für jede Aussage." },
      ],
      more: html`Du schreibst ein Programm? Lies, <a href="/docs/api">wie die API antwortet</a>. Du veröffentlichst
        einen Feed? Lies, <a href="/about-fetcher">was unser Abrufdienst verspricht</a>. Du betreibst diesen Server?
        Hier ist sein <a href="/healthz">Zustand</a>.`,
    },
  },
  aboutFetcher: {
    title: "Über unseren Abrufdienst",
    lede: "Du veröffentlichst einen Feed und hast Plainwire in deinen Logs gefunden. Hier steht, was es tut, was es nie tut und wie du es bremst oder anhältst.",
    nameTitle: "Woran du ihn erkennst",
    name: "Er sagt immer, wer er ist, und gibt sich nie als Browser aus:",
    promisesTitle: "Was er verspricht",
    promises: (manners) =>
      html`<ul>
        <li>
          <strong>Einmal für alle.</strong> Egal wie viele Menschen hier deinen Feed lesen: Er wird einmal abgerufen.
        </li>
        <li>
          <strong>Nicht zu oft.</strong> Er kommt frühestens nach ${inWords(manners.usualIntervalMs)} wieder, und wo
          wenig erscheint nach bis zu ${inWords(manners.intervalMaxMs)}. Früher nur, wo dein Server es erlaubt, und nie
          innerhalb von ${inWords(manners.intervalMinMs)}.
        </li>
        <li>
          <strong>Nur Neues.</strong> <code>ETag</code> und <code>Last-Modified</code> bekommst du Byte für Byte zurück;
          ein unveränderter Feed kostet dich eine <code>304</code>.
        </li>
        <li>
          <strong>Eins nach dem anderen.</strong> Eine Anfrage pro Host
          gleichzeitig${manners.hostPauseMs > 0 && `, dann eine Pause von ${inWords(manners.hostPauseMs)}`}, und
          höchstens ${manners.domainRequestsMax} gleichzeitig an alle Hosts einer Domain.
        </li>
        <li>
          <strong>Geduldig bei Fehlern.</strong> Nach einem Fehler wartet er jedes Mal länger, von fünf Minuten bis zu
          einem Tag. Ein Neustart dieses Servers führt zu keiner vorzeitigen Anfrage.
        </li>
        <li>
          <strong>Zieht mit um.</strong> Eine dauerhafte Weiterleitung merkt er sich, und er folgt höchstens
          ${manners.redirectsMax} Weiterleitungen.
        </li>
        <li>
          <strong>Sonst nichts.</strong> Nur <code>GET</code>; keine Cookies, kein Referrer, keine eigenen Parameter.
        </li>
      </ul>`,
    controlsTitle: "Wie du ihn steuerst",
    controls: html`<dl class="terms">
      <dt><code>Cache-Control: max-age</code>, <code>Expires</code>, <code>&lt;ttl&gt;</code></dt>
      <dd>Nicht vor diesem Zeitpunkt, bis zu einem Tag.</dd>
      <dt><code>&lt;skipHours&gt;</code>, <code>&lt;skipDays&gt;</code></dt>
      <dd>Nicht in diesen Stunden oder an diesen Tagen.</dd>
      <dt><code>429</code> oder <code>503</code> mit <code>Retry-After</code></dt>
      <dd>Bis dahin keine Anfrage an deinen Host, bis zu sieben Tage.</dd>
      <dt><code>410</code>, <code>401</code> oder <code>403</code></dt>
      <dd>Er hört auf.</dd>
      <dt><code>404</code></dt>
      <dd>Er hört auf. Einen Feed, der früher funktioniert hat, versucht er noch dreimal: nach 1, 3 und 7 Tagen.</dd>
      <dt><code>robots.txt</code></dt>
      <dd>
        Gilt für die Seiten, auf die dein Feed verweist. Den Feed selbst ruft er ab, weil ihn jemand hier lesen möchte.
      </dd>
    </dl>`,
    contactTitle: "Wie du uns erreichst",
    contact: "Wer diesen Server betreibt, ist erreichbar unter",
  },
  api: { title: "Die API", forPrograms: "Dasselbe für Programme:" },

  register: {
    title: "Konto erstellen",
    lede: "Deine Feeds, was du liest und dein täglicher Überblick bleiben auf diesem Server.",
    ordinaryTitle: "Gewöhnliches Konto erstellen",
    ordinaryLede:
      "Mit einem gewöhnlichen Konto liest du und abonnierst Feeds. Den Server verwalten kannst du damit nicht.",
    operatorTitle: "Betreiberkonto erstellen",
    operatorLede: "Mit diesem Konto verwaltest du den Server: gemeinsame Feeds, Konten und KI-Kosten.",
    email: "E-Mail",
    password: "Passwort",
    passwordHint: (lengthMin) => `Mindestens ${lengthMin} Zeichen. Ein kurzer Satz lässt sich leicht merken.`,
    repeated: "Passwort wiederholen",
    acceptBefore: "Ich bin einverstanden mit der ",
    acceptLink: "Datenschutzerklärung",
    submit: "Konto erstellen",
    haveAccount: "Du hast schon ein Konto?",
    logIn: "Anmelden",
    failed: "Dein Konto wurde nicht erstellt.",
    emailInvalid: "Bitte gib eine gültige E-Mail-Adresse ein",
    repeatedDifferent: "Die Passwörter stimmen nicht überein",
    privacyMissing: "Bitte stimme der Datenschutzerklärung zu",
    taken: "Mit dieser E-Mail-Adresse gibt es schon ein Konto",
    closed: "Dieser Server nimmt keine neuen Konten an. Wer ihn betreibt, kann eines für dich anlegen.",
    uninvited: "Hier brauchst du eine Einladung. Öffne den Link darin.",
    badToken: "Dieser Link ist abgelaufen oder wurde schon benutzt. Lass dir einen neuen geben.",
    confirmTitle: "Schau in dein Postfach",
    confirm:
      "Wenn diese Adresse hier neu ist, haben wir ihr eine Nachricht geschickt. Öffne den Link darin und melde dich dann an.",
  },

  passwordFault: (fault) => {
    switch (fault.kind) {
      case "missing":
        return "Bitte gib ein Passwort ein";
      case "too-short":
        return `Das Passwort braucht mindestens ${fault.lengthMin} Zeichen`;
      case "too-long":
        return `Das Passwort darf höchstens ${fault.lengthMax} Zeichen haben`;
      case "guessable":
        return "Dieses Passwort ist zu leicht zu erraten";
    }
  },

  logIn: {
    title: "Anmelden",
    email: "E-Mail",
    password: "Passwort",
    submit: "Anmelden",
    forgot: "Passwort vergessen?",
    noAccount: "Noch kein Konto?",
    register: "Konto erstellen",
    emailMissing: "Bitte gib deine E-Mail-Adresse ein",
    passwordMissing: "Bitte gib dein Passwort ein",
    wrong: "E-Mail oder Passwort ist falsch",
    unconfirmed: "Bitte bestätige zuerst deine E-Mail-Adresse: Öffne den Link in unserer Nachricht",
    loggedOut: "Du bist abgemeldet. Melde dich wieder an.",
    resetDone:
      "Dein Passwort ist geändert. Melde dich mit dem neuen an. Deine persönlichen Feeds brauchen neue Adressen, und Passkeys musst du vielleicht neu hinzufügen.",
  },

  signIn: signInInGerman,

  passwordUnfit: "Der Anmeldedienst nimmt dieses Passwort nicht an. Bitte wähle ein anderes.",
  tryLater: "Etwas ist schiefgegangen. Bitte versuch es später noch einmal.",
  wrongSetting:
    "Dieser Server erreicht seinen Anmeldedienst nicht, weil eine Einstellung falsch ist. Wer ihn betreibt, sieht mit ‚plainwire doctor‘, welche.",
  throttled: (retryAfterSeconds) =>
    `Zu viele Versuche. Versuch es in ${plural(locale, Math.ceil(retryAfterSeconds / 60), { one: "# Minute", other: "# Minuten" })} noch einmal.`,

  forgot: {
    title: "Passwort zurücksetzen",
    lede: "Gib deine E-Mail-Adresse ein, und wir schicken dir einen Link, der einmal funktioniert.",
    submit: "Link schicken",
    byOperator: "Dieser Server verschickt keine E-Mails. Wer ihn betreibt, kann dir einen Link zum Zurücksetzen geben.",
    sentTitle: "Schau in dein Postfach",
    sent: "Wenn es zu dieser Adresse ein Konto gibt, haben wir ihr einen Link geschickt. Er funktioniert einmal, 30 Minuten lang.",
    sentElsewhere:
      "Wenn es zu dieser Adresse ein Konto gibt, haben wir ihr einen Link geschickt. Er funktioniert einmal.",
    mailSubject: "Neues Passwort für Plainwire",
    mailText: (url) =>
      `Jemand, vermutlich du, möchte das Passwort deines Kontos zurücksetzen.\n\n` +
      `Dieser Link funktioniert einmal, 30 Minuten lang:\n${url}\n\nWenn du das nicht warst, ignoriere diese Nachricht: Dein Passwort bleibt, wie es ist.\n`,
  },

  reset: {
    title: "Neues Passwort festlegen",
    lede:
      "Damit wirst du überall abgemeldet. Auch die geheimen Adressen deiner persönlichen Feeds gelten dann nicht mehr: " +
      "Erstelle danach neue.",
    submit: "Passwort festlegen",
    proceed: "Neues Passwort wählen",
    badToken: "Dieser Link ist abgelaufen oder wurde schon benutzt. Fordere einen neuen an.",
  },

  setup: {
    none: "Diesen Server verwaltet noch niemand.",
    byLink:
      "Wenn es deiner ist, öffne den Link, den er beim Start ausgegeben hat: Er steht im Protokoll (Log) nach „No operator yet“.",
    orCommand: "Oder führe diesen Befehl aus:",
    title: "Server übernehmen",
    lede: (email) => `Das Konto ${email} wird diesen Server verwalten.`,
    submit: "Server übernehmen",
    badToken: "Dieser Link ist abgelaufen oder wurde schon benutzt. Starte den Server neu, um einen neuen zu bekommen.",
    taken: "Dieser Link gilt nicht mehr: Dieser Server hat schon ein Betreiberkonto. Melde dich damit an.",
  },

  account: {
    title: "Konto",
    email: "E-Mail",
    operator: "Du betreibst diesen Server.",
    done: {
      password: "Dein Passwort ist geändert. Alle anderen Sitzungen sind beendet.",
      session: "Die Sitzung ist beendet.",
      sessions: "Alle anderen Sitzungen sind beendet.",
      operator: "Du betreibst jetzt diesen Server.",
    },
    passwordTitle: "Passwort ändern",
    current: "Aktuelles Passwort",
    newPassword: "Neues Passwort",
    repeated: "Neues Passwort wiederholen",
    passwordSubmit: "Passwort ändern",
    passwordFailed: "Das Passwort wurde nicht geändert.",
    currentWrong: "Das ist nicht dein aktuelles Passwort",
    firstPasswordTitle: "Passwort festlegen",
    firstPasswordSubmit: "Passwort festlegen",
    notRecent:
      "Du hast kein Passwort, mit dem du zeigen könntest, wer du bist. Melde dich ab und wieder an und wiederhole das innerhalb von 15 Minuten.",
    deleteWithoutPassword:
      "Du hast kein Passwort. Löschen geht innerhalb von 15 Minuten nach der Anmeldung; danach melde dich zuerst ab und wieder an.",
    sessionsTitle: "Wo du angemeldet bist",
    thisSession: "Diese Sitzung",
    unknownDevice: "Unbekanntes Gerät",
    startedAt: "Angemeldet",
    lastSeen: "zuletzt aktiv",
    endSession: "Beenden",
    endSessionOf: (device) => `Sitzung auf ${device} beenden`,
    endOthers: "Alle anderen Sitzungen beenden",
    sessionGone: "Diese Sitzung ist schon beendet.",
    exportTitle: "Deine Daten",
    exportText:
      "Alles, was wir über dich speichern, deine Feedliste für jeden anderen Feedreader und deine gemerkten Einträge als Lesezeichen für jeden Browser.",
    exportJson: "Alle Daten (JSON)",
    exportOpml: "Feedliste (OPML)",
    exportBookmarks: "Gemerkte Einträge (Lesezeichen)",
    bookmarksTitle: (email) => `Gemerkte Einträge von ${email}`,
    opmlTitle: (email) => `Feeds von ${email}`,
    deleteTitle: "Konto löschen",
    deleteText:
      "Deine Feeds, was du gelesen und gemerkt hast, deine Überblicke und deine Einstellungen werden sofort gelöscht. Das lässt sich nicht rückgängig machen.",
    deletePassword: "Dein Passwort",
    deleteSubmit: "Mein Konto mit allen Daten löschen",
    deleteFailed: "Das Konto wurde nicht gelöscht.",
    deletedTitle: "Dein Konto ist gelöscht",
    deleted: "Alle deine Daten sind von diesem Server gelöscht. Danke, dass du hier warst.",
  },

  settings: {
    title: "Einstellungen",
    all: "Alle Einstellungen",
    sections: {
      account: "Konto",
      login: "Anmelden",
      sessions: "Sitzungen",
      appearance: "Darstellung",
      language: "Sprache und Zeit",
      keyboard: "Tastatur",
      brief: "Überblick",
      mail: "E-Mail",
      filters: "Filter",
      personal: "Persönliche Feeds",
      apps: "Apps",
      webhooks: "Senden an",
      import: "Importieren",
      data: "Deine Daten",
      delete: "Konto löschen",
    },
    moveIn: {
      note: "Bring deine Feeds und Ordner aus einem anderen Feedreader mit, und aus Miniflux und FreshRSS auch, was du dir gemerkt und was du gelesen hast.",
      feedsTitle: "Feeds und Ordner",
      inMiniflux: "Abonnements → Exportieren",
      inFreshrss: "Abonnementverwaltung → Importieren / Exportieren → Liste der Feeds (OPML)",
      starsTitle: "Gemerktes und Gelesenes",
      starsOperator:
        "Führe einen dieser Befehle auf dem Server aus. Du kannst ihn abbrechen; beim nächsten Mal macht er dort weiter.",
      starsReader: "Wer diesen Server betreibt, kann beides mit einem dieser Befehle holen:",
      starsNote:
        "Im anderen Feedreader ändert sich nichts. Gemerkte Einträge, die dieser Server nicht kennt, kommen mit ihrem Text; andere Leser desselben Feeds können sie dann finden.",
    },
    save: "Speichern",
    saved: "Gespeichert.",
    notSaved: "Nichts wurde gespeichert. Lade die Seite neu und wähle noch einmal.",

    appearance: {
      note: "So sehen deine Seiten aus. Das gilt für dein Konto in jedem Browser.",
      theme: "Design",
      themes: { system: "Wie dein System", light: "Hell", dark: "Dunkel" },
      density: "Abstände",
      densities: { comfortable: "Großzügig", compact: "Kompakt" },
      textSize: "Schriftgröße",
      textSizes: { small: "Klein", normal: "Mittel", large: "Groß", larger: "Sehr groß" },
      titles: "Titel",
      plainTitles: "Sachliche Titel zeigen",
      plainTitlesHint: "Sonst siehst du die Titel wie veröffentlicht, mit markierten wertenden Wörtern.",
      pictures: "Bilder",
      showPictures: "Bilder zeigen",
      picturesHint: "Sie kommen über diesen Server. Ihre Websites sehen dich nicht.",
    },
    language: {
      note: "Die Sprache von Menüs und Knöpfen. Nachrichten bleiben in ihrer Sprache, wenn du unten nichts anderes wählst.",
      language: "Sprache",
      languages: { browser: "Wie dein Browser", en: "English", de: "Deutsch", pl: "Polski" },
      translate: "Übersetzen",
      translateInto: { off: "Nichts übersetzen", en: "Ins Englische", de: "Ins Deutsche", pl: "Ins Polnische" },
      translateHint:
        "Überschriften und „Kurz gesagt“ aus anderen Sprachen. Ein Sprachmodell übersetzt sie. Jede Übersetzung ist als solche gekennzeichnet, und das Original ist einen Klick entfernt.",
      zone: "Zeitzone",
      translatesNothing: "Dieser Server hat dafür kein Sprachmodell, deshalb wird noch nichts übersetzt.",
      setUpModel: "Eines einrichten",
      zoneHint:
        "Zeitzonen heißen nach einer großen Stadt, auf Englisch: Für München wähle Europe/Berlin. Gib einen Teil des Namens ein und wähle aus der Liste. Für alle Uhrzeiten und deinen täglichen Überblick.",
      badZone,
    },
    keyboard: {
      note: "Geh ohne Maus durch deine Nachrichten.",
      keys: "Tasten",
      useKeys: "Einzelne Tasten benutzen",
      useKeysHint: "Schalte das aus, wenn einzelne Tasten deinen Browser oder Screenreader stören.",
    },
    mail: {
      note: (email) => `Was wir an ${email} schicken.`,
      none: (isOperator) =>
        isOperator
          ? "Dieser Server kann noch keine E-Mails senden. Setze SMTP_URL und starte ihn neu."
          : "Dieser Server kann keine E-Mails senden. Wer ihn betreibt, muss zuerst SMTP_URL setzen.",
      feeds: "Kaputte Feeds",
      feedMails: "Schreib mir, wenn ein Feed seit einer Woche nicht funktioniert",
      feedMailsHint: "Einmal für jeden Feed und höchstens eine E-Mail am Tag.",
      brief: "Überblick",
      toBrief: "Wähle, ob dein Überblick per E-Mail kommt",
      test: "Ausprobieren",
      sendTest: "Schick mir eine Test-E-Mail",
      testHint: "Wenn sie nicht in wenigen Minuten ankommt, sieh im Spam-Ordner nach.",
      sent: (email) => `Eine Test-E-Mail ist unterwegs an ${email}.`,
      notSent: (isOperator) =>
        isOperator
          ? "Der Mailserver hat die Test-E-Mail nicht angenommen. Warum, steht im Protokoll (Log) dieses Servers."
          : "Der Mailserver hat die Test-E-Mail nicht angenommen. Versuche es später noch einmal oder sag der Person Bescheid, die diesen Server betreibt.",
      tooMany: "Du hast schon mehrere Test-E-Mails geschickt. Versuche es in 15 Minuten noch einmal.",
      testSubject: "Test-E-Mail von Plainwire",
      testText:
        "Du hast in den Einstellungen von Plainwire eine Test-E-Mail bestellt. E-Mails von diesem Server kommen bei dir an.\n",
      stopAsk: "Wir schreiben dir nicht mehr, wenn Feeds nicht funktionieren. In Plainwire siehst du sie weiterhin.",
      stopped: "Du bekommst keine E-Mails mehr über kaputte Feeds.",
      stoppedWhy:
        "Die Seite „Heute“ sagt dir weiterhin, wenn du nach einem Feed sehen solltest. In den Einstellungen kannst du die E-Mails wieder einschalten.",
    },
    offline: {
      title: "Plainwire ist nicht erreichbar",
      why: "Vielleicht bist du offline, oder der Server läuft gerade nicht.",
      again: "Noch einmal versuchen",
      text: "„Heute“ und die zuletzt geöffneten Artikel sind trotzdem da.",
      toToday: "Heute öffnen",
      savedCopy: "Plainwire ist nicht erreichbar. Das ist der Stand deines letzten Besuchs.",
    },
    app: { description: "Nachrichten mit weniger Meinungsmache, vom eigenen Server." },
  },

  waysIn: {
    title: "Anmelden",
    lede: "Wie du dich bei diesem Konto anmeldest. Der letzte Weg hinein lässt sich nicht entfernen.",
    elsewhere:
      "Die Passwörter dieses Servers verwahrt ein anderer Dienst (Supabase). Passkeys und Codes aus einer App sind hier ausgeschaltet: Richte einen zweiten Schritt dort ein.",
    done: {
      confirmed: "Bestätigt. 15 Minuten lang kannst du etwas ändern.",
      "passkey-added": "Der Passkey ist hinzugefügt. Du kannst dich ab jetzt damit anmelden.",
      "passkey-renamed": "Der Passkey hat einen neuen Namen.",
      "passkey-removed": "Der Passkey ist entfernt. Lösche ihn auch auf deinem Gerät.",
      "codes-on": "Ab jetzt fragen wir nach dem Passwort auch einen Code aus deiner App ab.",
      "codes-off": "Wir fragen keinen Code aus einer App mehr ab.",
      "passkey-asked": "Ab jetzt fragen wir nach dem Passwort auch einen Passkey ab.",
      "passkey-not-asked": "Wir fragen nach dem Passwort keinen Passkey mehr ab.",
      linked: "Die Anmeldung ist verknüpft. Du kannst sie ab jetzt benutzen.",
      unlinked: "Die Verknüpfung ist gelöst. Diese Anmeldung öffnet dein Konto nicht mehr.",
      "password-removed": "Dein Passwort ist entfernt, und alle anderen Sitzungen sind beendet.",
    },

    mail: {
      subject: "Eine Änderung daran, wie dein Plainwire-Konto geöffnet wird",
      changes: {
        "passkey-added": "Ein Passkey wurde hinzugefügt.",
        "passkey-removed": "Ein Passkey wurde entfernt.",
        "codes-on": "Codes aus einer App wurden als zweiter Schritt eingeschaltet.",
        "codes-off": "Codes aus einer App wurden als zweiter Schritt ausgeschaltet.",
        "passkey-asked": "Nach dem Passwort wird ab jetzt auch ein Passkey abgefragt.",
        "passkey-not-asked": "Nach dem Passwort wird kein Passkey mehr abgefragt.",
        linked: "Eine Anmeldung bei einem anderen Server wurde verknüpft.",
        unlinked: "Die Verknüpfung mit einer Anmeldung bei einem anderen Server wurde gelöst.",
        "password-changed": "Das Passwort wurde geändert.",
        "password-removed": "Das Passwort wurde entfernt.",
        "recovery-codes-made": "Neue Wiederherstellungscodes wurden erstellt. Die alten gelten nicht mehr.",
        "app-password-made": "Ein App-Passwort wurde erstellt.",
      },
      text: ({ email, what, when, url }) =>
        `${what}\n\nKonto: ${email}\nZeit: ${when}\n\nWenn du das warst, brauchst du nichts zu tun.\n\n` +
        `Wenn nicht, kann jemand anderes dein Konto benutzen. Öffne diese Seite, bestätige, dass du es bist, und entferne, was du nicht kennst:\n${url}\n\n` +
        `Lege danach unter Einstellungen, Konto ein neues Passwort fest. Damit werden alle anderen Geräte abgemeldet.\n`,
      lockedOut: ({ email, what, when, url }) =>
        `${what}\n\nKonto: ${email}\nZeit: ${when}\n\nWenn du das warst, brauchst du nichts zu tun.\n\n` +
        `Wenn nicht, hat jemand anderes dein Konto. Lege hier ein neues Passwort fest, dann ist die andere Person abgemeldet:\n${url}\n`,
    },

    stale: "Es wurde nichts geändert. Bestätige zuerst, dass du es bist.",
    confirmTitle: "Bestätige, dass du es bist",
    confirmWhy:
      "Deine Anmeldung liegt schon etwas zurück. Bestätige, dass du es bist, bevor du änderst, wie du dich anmeldest.",
    confirmPassword: "Dein Passwort",
    confirm: "Bestätigen",
    confirmPasskey: "Mit einem Passkey bestätigen",
    confirmByLogIn:
      "Du hast hier weder ein Passwort noch einen Passkey. Melde dich ab und wieder an, um etwas zu ändern.",

    password: "Passwort",
    hasPassword: "Du kannst dich mit E-Mail-Adresse und Passwort anmelden.",
    noPassword: "Du hast kein Passwort. Unter „Konto“ kannst du eines festlegen.",
    removePassword: "Passwort entfernen",
    lastIdentity: "Sie ist dein einziger Weg hinein, deshalb lässt sich die Verknüpfung nicht lösen.",
    lastPassword: "Es ist dein einziger Weg hinein und lässt sich deshalb nicht entfernen.",
    lastWay: "Das ist dein letzter Weg hinein. Füge zuerst einen anderen hinzu.",

    passkeys: "Passkeys",
    passkeysWhy:
      "Einen Passkey verwahrt dein Gerät, dein Passwortmanager oder ein Sicherheitsschlüssel. Er ersetzt E-Mail-Adresse und Passwort und gilt nur auf dieser Website.",
    noPasskeys: "Du hast noch keinen Passkey.",
    noOrigin: (origin, isOperator) =>
      `Browser bieten Passkeys nur unter einer https-Adresse mit Namen oder unter localhost an. Die Adresse dieses Servers ist ${origin}. ${isOperator ? "Setze PUBLIC_ORIGIN auf eine solche Adresse und starte ihn neu." : "Wer ihn betreibt, kann PUBLIC_ORIGIN setzen."}`,
    synced: "synchronisiert",
    otherHost: (host) => `erstellt unter ${host}, funktioniert hier nicht`,
    madeAt: "hinzugefügt",
    lastUsedAt: "zuletzt benutzt",
    neverUsed: "nie benutzt",
    passkeyName: "Name",
    passkeyNameHint: "Damit du ihn wiedererkennst, zum Beispiel „Telefon“ oder „Blauer Sicherheitsschlüssel“.",
    badName: "Bitte gib einen Namen mit höchstens 100 Zeichen ein",
    addPasskey: "Passkey hinzufügen",
    needsScript: "Um einen hinzuzufügen, brauchst du JavaScript und einen Browser, der Passkeys kennt.",
    rename: "Umbenennen",
    renameOf: (name) => `Passkey ${name} umbenennen`,
    newNameOf: (name) => `Neuer Name des Passkeys ${name}`,
    save: "Speichern",
    remove: "Entfernen",
    removeOf: (name) => `Passkey ${name} entfernen`,
    lastPasskey: "Er ist dein einziger Weg hinein und lässt sich deshalb nicht entfernen.",
    passkeysFull: (max) => `Du hast ${max} Passkeys. Entferne zuerst einen.`,
    passkeyKnown: "Dieser Passkey ist schon hier.",
    passkeyGone: "Passkey nicht gefunden",
    passkeyGoneWhy: "Er wurde schon entfernt.",
    passkeyRefused: {
      malformed: "Die Antwort des Browsers war nicht lesbar. Es wurde nichts geändert. Versuche es noch einmal.",
      "other-site":
        "Dieser Passkey hat für eine andere Website geantwortet. Öffne diesen Server unter seiner eigenen Adresse und versuche es noch einmal.",
      expired: "Das hat länger als fünf Minuten gedauert. Versuche es noch einmal.",
      used: "Diese Antwort wurde schon einmal benutzt. Versuche es noch einmal.",
      unknown:
        "Dieser Passkey ist hier nicht bekannt, oder das Konto ist gesperrt. Melde dich anders an oder nimm einen anderen Passkey.",
      unsupported: "Dieser Passkey benutzt eine Art von Schlüssel, die wir nicht unterstützen.",
      unverified:
        "Dein Gerät hat nicht geprüft, wer du bist. Richte dafür eine PIN, einen Fingerabdruck oder die Gesichtserkennung ein und versuche es noch einmal.",
      forged: "Die Signatur des Passkeys ist falsch.",
      copied:
        "Dieser Passkey wurde abgelehnt: Sein Zähler lief rückwärts, es könnte also eine Kopie geben. Melde dich anders an, entferne ihn und füge einen neuen hinzu.",
    },
    script: {
      cancelled: "Es ist nichts geschehen: Der Passkey wurde nicht benutzt, oder du hast abgebrochen.",
      known: "Dieses Gerät hat schon einen Passkey für dieses Konto.",
      elsewhere: (origin) => `Passkeys funktionieren nur unter ${origin}. Öffne diese Seite dort.`,
      failed: "Das hat nicht geklappt. Lade die Seite neu und versuche es noch einmal.",
    },

    secondStep: "Zweiter Schritt",
    secondStepWhy:
      "Nach dem Passwort fragen wir noch etwas anderes ab: einen Code aus einer App oder einen Passkey. Wer nur das Passwort stiehlt, kommt nicht hinein. Ein Passkey allein braucht keinen zweiten Schritt.",
    needsPassword: "Du hast kein Passwort, also gibt es danach nichts abzufragen.",
    codesOn: "Wir fragen nach dem Passwort einen Code aus deiner App ab.",
    codesOff: "Es ist keine App eingerichtet.",
    setUpCodes: "App einrichten",
    replaceCodes: "Andere App einrichten",
    endCodes: "Codes ausschalten",
    asksPasskey: "Wir fragen nach dem Passwort einen Passkey ab.",
    askPasskey: "Nach dem Passwort einen Passkey abfragen",
    stopAskingPasskey: "Keinen Passkey mehr abfragen",
    askPasskeyHint: "Browser benutzen Passkeys nur mit JavaScript. Ohne bleibt ein Wiederherstellungscode.",
    recoveryLeft: (left) =>
      left === 1 ? "1 Wiederherstellungscode ist übrig." : `${left} Wiederherstellungscodes sind übrig.`,
    renewCodes: "Neue Wiederherstellungscodes",

    totpTitle: "Codes aus einer App",
    totpLede:
      "Eine App auf deinem Telefon zeigt alle 30 Sekunden einen neuen Code: Aegis, FreeOTP, 2FAS, Google Authenticator und andere.",
    totpScan: "Scanne dieses Bild mit der App.",
    totpPicture: "QR-Code mit dem Schlüssel für deine App",
    totpKey: "Oder tippe diesen Schlüssel ab:",
    totpOpen: "Oder öffne ihn in einer App auf diesem Gerät",
    totpCode: "Code aus der App",
    totpCodeHint: "Sechs Ziffern. Wir fragen ihn jetzt ab, um zu sehen, dass die App funktioniert.",
    totpSubmit: "Codes einschalten",
    totpWrong:
      "Dieser Code ist falsch. Prüfe, ob die Uhr deines Telefons richtig geht, und gib den Code ein, den die App jetzt zeigt.",
    totpStale: "Die Seite war zu lange offen. Scanne das neue Bild.",
    back: "Abbrechen",

    recoveryTitle: "Wiederherstellungscodes",
    recoveryLede:
      "Wenn du dein Telefon oder deine Passkeys verlierst, öffnet jeder dieser Codes dein Konto einmal, zusammen mit deinem Passwort. Drucke sie aus oder bewahre sie dort auf, wo deine Passwörter sind.",
    recoveryNow: "Bewahre sie jetzt auf. Sie werden nicht noch einmal angezeigt.",
    recoveryCopy: "Alle Codes kopieren",
    recoveryKept: "Ich habe sie aufbewahrt",

    stepTitle: "Zweiter Schritt",
    stepLede: (email) => `Dein Passwort stimmt. Noch ein Schritt für ${email}.`,
    stepCode: "Code",
    stepCodeHint: "Aus deiner App, oder einer deiner Wiederherstellungscodes.",
    stepRecovery: "Wiederherstellungscode",
    stepSubmit: "Anmelden",
    stepPasskey: "Passkey benutzen",
    stepWrong: "Dieser Code ist falsch oder wurde schon benutzt. Warte auf den nächsten.",
    stepEnded: "Das hat zu lange gedauert. Melde dich noch einmal an.",
    stepLost: "App und Codes verloren? Wer diesen Server betreibt, kann den zweiten Schritt ausschalten.",
    logInPasskey: "Mit einem Passkey anmelden",
  },

  privacy: {
    title: "Datenschutzerklärung",
    lede: "Was dieser Server über dich speichert, warum und wie lange.",
    points: [
      [
        "Deine E-Mail-Adresse und ein Hash deines Passworts",
        "damit du dich anmelden kannst. Das Passwort selbst wird nie gespeichert.",
      ],
      [
        "Anmeldungen bei anderen Servern, die du verknüpft hast: der Server, seine Kennung und sein Name für dich",
        "damit du dich mit ihnen anmelden kannst. Bis du die Verknüpfung löst.",
      ],
      [
        "Passkeys (ihre öffentliche Hälfte) und verschlüsselt der Schlüssel der App, die dir Codes zeigt",
        "wenn du sie einrichtest, damit du dich anmelden kannst.",
      ],
      [
        "Sitzungen: Gerätename, Netzwerkadresse, Zeiten",
        "damit du sie sehen und beenden kannst. Höchstens 30 Tage lang.",
      ],
      [
        "Abos, Filter, was du gelesen und gemerkt hast, deine Überblicke",
        "weil der Dienst genau das für dich erledigt.",
      ],
      [
        "Ereignisse: dass du dich registriert, dich angemeldet, deine Anmeldung geändert, einen Feed hinzugefügt, einen Überblick bestellt hast",
        "um zu sehen, wie der Server genutzt wird.",
      ],
      [
        "Cookies: für deine Sitzung, zum Schutz von Formularen, um diesen Browser beim nächsten Anmelden zu erkennen, für das Design",
        "keines verfolgt dich auf anderen Websites.",
      ],
      [
        "In deinem eigenen Browser: „Heute“ und die letzten 50 Artikel, die du geöffnet hast",
        "damit du sie offline lesen kannst. Sie werden gelöscht, wenn du dich abmeldest oder deine Sitzung endet.",
      ],
    ],
    feeds:
      "Die Medien sehen, dass dieser Server ihre Feeds abruft und wie viele Menschen sie lesen, aber nie, wer das ist.",
    rights: "In deinen Einstellungen kannst du jederzeit alles exportieren oder löschen.",
    operator: "Verantwortlich ist, wer diesen Server betreibt. Diese Erklärung kann dort ergänzt werden.",
  },

  brief: {
    title: "Überblick",
    yours: "Dein Überblick",
    today: "Überblick von heute",
    ofDay: (day) => `Überblick vom ${day}`,
    readAll: "Ganz lesen",
    empty: "Noch kein Überblick. Er fasst die letzten 24 Stunden deiner Feeds in wenigen Absätzen zusammen.",
    emptyTitle: "Noch kein Überblick",
    emptyWhy: "Er fasst die letzten 24 Stunden deiner Feeds in wenigen Absätzen zusammen.",
    generate: "Erstellen",
    again: "Neu schreiben",
    writeWithoutModel: "Ohne KI schreiben",
    thinking:
      "Die KI schreibt. Das kann zwei Minuten dauern. Du kannst die Seite verlassen: Der Überblick ist da, wenn du zurückkommst.",
    written: "Geschrieben",
    fromItems: (count) => `aus ${plural(locale, count, { one: "# Bericht", other: "# Berichten" })}`,
    byModel: (model) => `von ${model}`,
    withoutModel: "ohne KI",
    leftOut: (count) =>
      plural(locale, count, {
        one: "# Satz wurde weggelassen, weil die Quellen das nicht sagen.",
        other: "# Sätze wurden weggelassen, weil die Quellen das nicht sagen.",
      }),
    extractNote: "Ohne KI geschrieben, in Sätzen aus unseren Zusammenfassungen.",
    minutes: (count) => `${count} Min.`,
    reference: (number, title) => `Eintrag ${number}: ${title}`,
    references: "Belege",
    outlets,
    itemGone: "Ein Eintrag aus einem Feed, dem du nicht mehr folgst.",
    print: "Drucken",
    copyText: "Als Text kopieren",
    toMail: "E-Mail-Einstellungen, Test-E-Mail",
    all: "Alle Überblicke",
    settings: "Einstellungen",
    noFolder: "Kein Ordner",
    noTopic: "Weiteres",

    since: "Seit deinem letzten Überblick",
    isNew: "Neu",
    isChanged: "Geändert",
    isGone: "Weggefallen",
    newReports: counted("neuer Bericht", "neue Berichte"),
    editedBy: (names) => `geändert von ${names}`,
    noLonger: "nicht mehr im Überblick",

    mailRefused: (email) =>
      `Der Mailserver hat diesen Überblick für ${email} abgelehnt. Prüfe die Adresse deines Kontos.`,
    mailWaits: (email) =>
      `Dieser Überblick konnte noch nicht an ${email} geschickt werden. Wir versuchen es innerhalb einer Stunde erneut.`,
    mailOver: (email) =>
      `Dieser Überblick konnte nicht an ${email} geschickt werden: Der Mailserver hat nicht geantwortet.`,

    noItems: "Keine Artikel aus den letzten 24 Stunden gefunden",
    busy: "Ein Überblick wird gerade geschrieben",
    unavailable: "Der KI-Dienst ist vorübergehend nicht verfügbar",
    failed: "Der Überblick konnte nicht erstellt werden. Bitte versuch es später noch einmal.",
    loadFailed: "Der Überblick konnte nicht geladen werden",
    gone: "Diesen Überblick gibt es bei dir nicht.",
    badPage: "Diese Seite mit Überblicken gibt es nicht.",

    time: "Uhrzeit",
    timeHint: "Lass die Zeit leer, wenn du einen Überblick nur auf Wunsch bekommen möchtest.",
    zone: "Zeitzone",
    length: "Länge",
    lengths: { short: "Kurz", normal: "Mittel", long: "Lang" },
    languages: (chosen) => `Sprachen: ${chosen}`,
    allLanguages: "alle",
    languagesHint: "Wähle keine aus, um Berichte in allen Sprachen zu lesen.",
    folders: (chosen, all) => `Ordner: ${chosen} von ${all}`,
    byMail: (email) => `An ${email} schicken`,
    save: "Speichern",
    badTime: "Bitte gib eine Uhrzeit ein, zum Beispiel 06:40",
    badZone,
    badSettings: "Bitte wähle aus, was das Formular anbietet",
    noFolders: "Bitte wähle mindestens einen Ordner",
    planned: (at, timeZone) => `Jeden Tag um ${at} (Zeitzone ${timeZone}) wird ein Überblick geschrieben.`,
    unplanned: "Überblicke werden nur auf deinen Wunsch geschrieben.",
    historyEmpty: "Hier stehen bald deine Überblicke.",
    historyPages: "Seiten mit Überblicken",
    newer: "Neuere",
    older: "Ältere",

    stopTitle: "E-Mails abbestellen",
    stopAsk: "Du bekommst dann keine Überblicke mehr per E-Mail. Auf deiner Seite bleiben sie.",
    stop: "E-Mails abbestellen",
    stopped: "Du bekommst keine Überblicke mehr per E-Mail.",
    stoppedWhy:
      "Deine Überblicke bleiben auf deiner Seite. In den Einstellungen des Überblicks kannst du die E-Mails wieder einschalten.",
    badLink:
      "Dieser Link ist unvollständig. Öffne ihn noch einmal aus der E-Mail oder ändere die Einstellungen deines Überblicks.",
  },

  today: {
    title: "Heute",
    folders: "Ordner",
    all: "Alle",
    show: "Zeigen",
    unreadOnly: "Ungelesen",
    outlets,
    howTheyPutIt: "Wie sie es formulieren",
    itsOwnWords: "In eigenen Worten",
    wording: "Wortwahl",
    brief: "Überblick von heute",
    more: "Weitere Themen",
    sinceYesterday: "Seit gestern",
    moreReports: (count) => plural(locale, count, { one: "# neuer Bericht", other: "# neue Berichte" }),
    changedHeadline: (name, times) =>
      times === 1 ? `${name} hat die Überschrift geändert` : `${name} hat die Überschrift ${times}-mal geändert`,
    nothingNew: "Keine neuen Berichte",
    needLook: (count) => plural(locale, count, { one: "Ein Feed hat ein Problem", other: "# Feeds haben ein Problem" }),
    seeWhy: "Ansehen",
    nothingUnread: "Du hast alles gelesen.",
    nothingUnreadWhy: "Neue Themen erscheinen hier, sobald sie eintreffen.",
    showAll: "Alle Themen zeigen",
    empty: "Noch keine Nachrichten",
    emptyWhy: "Themen erscheinen hier, sobald deine Feeds abgerufen sind.",
  },

  article: {
    article: "Artikel",
    toStream: "Stream",
    previous: "Zurück",
    previousTitle: "Zurück (k)",
    next: "Weiter",
    nextTitle: "Weiter (j)",
    star: "Merken",
    unstar: "Nicht mehr merken",
    markRead: "Als gelesen markieren",
    markUnread: "Als ungelesen markieren",
    copy: "Link kopieren",
    copied: "Link kopiert.",
    copyFailed: "Der Link konnte nicht kopiert werden.",
    share: "Teilen",
    original: "Original",
    originalTitle: "Original öffnen (o)",
    originalAt: (host) => `Auf ${host} lesen`,

    wholeTitle: "Ganzen Titel zeigen",
    lessTitle: "Weniger zeigen",
    tookOut: "Was wir herausgenommen haben",
    future: "Der Feed nennt ein Datum in der Zukunft.",
    readingTime: "Lesezeit",
    otherOutlets: (count) =>
      `${smallNumbers[count] ?? count} ${count < 2 ? "weiteres Medium berichtet" : "weitere Medien berichten"} darüber. Wortwahl vergleichen`,
    alsoRead: (count) =>
      `Ebenfalls als gelesen markiert: ${plural(locale, count, { one: "# weiterer Bericht", other: "# weitere Berichte" })} zum Thema.`,
    inShort: "Kurz gesagt",
    standIn: "Dieser Bericht hat keinen eigenen sachlichen Satz. Dieser stammt aus einem anderen Bericht zum Thema:",

    noText: "Der Feed liefert nur einen Titel.",
    onlyThis: "Mehr liefert der Feed nicht.",
    pageComing: "Wir holen gerade den ganzen Text. Öffne diese Seite gleich noch einmal.",
    tooLong: "Dieser Text ist zu lang, um ihn hier ganz zu zeigen.",
    notShown: "Dieser Text ist zu groß oder zu verschachtelt, um ihn hier zu zeigen.",
    table: "Tabelle",
    code: "Quelltext",
    plainWord: (word) => `Sachlich: ${word}`,
    kinds: {
      emotive: ["Appell an Gefühle", "Es sagt dir, was du fühlen sollst."],
      judgement: ["Wertung", "Es urteilt, statt zu berichten."],
      exaggeration: ["Übertreibung", "Es behauptet mehr, als die Fakten hergeben."],
      violence: ["Kampfwort", "Was passiert ist, war nicht gewaltsam."],
      teaser: ["Köder", "Es verschweigt, worum es geht."],
      shouting: ["Lautes Wort", "Es will Aufmerksamkeit, bevor es etwas sagt."],
      name: ["Abstempeln", "Es gibt Menschen ein Etikett, statt zu sagen, was sie getan haben."],
      mind: ["Gedankenlesen", "Es will wissen, was jemand fühlt oder denkt."],
      appeal: ["Aufforderung", "Es will, dass du etwas tust."],
      insinuation: ["Unterstellung", "Es deutet etwas an, ohne es zu sagen."],
    },

    files: "Dateien",
    listen: "Anhören",
    watch: "Ansehen",
    download: (type) => `Datei öffnen (${type})`,

    about: "Über diesen Artikel",
    wording: "Die Wortwahl",
    thisArticle: "Dieser Artikel",
    plain: "sachlich",
    heavy: "stark wertend",
    scale: (own, others) => `Dieser Artikel ist ${own}. Die anderen Berichte zum Thema: ${others.join(", ")}.`,
    rings: "Die Ringe sind die anderen Berichte zum Thema.",
    notAnalysed: {
      pending: "Noch nicht ausgewertet.",
      done: "Noch nicht ausgewertet.",
      failed: "Die Auswertung ist fehlgeschlagen.",
      skipped: "Dieser Feed wird nicht ausgewertet.",
    },
    notMarked: "Diese Sprache können wir noch nicht auswerten. Deshalb ist im Text nichts markiert.",
    howLoaded: "Wie wertend, und warum",
    overall: "Wortwahl",
    strengths: ["kaum", "etwas", "deutlich", "stark"],
    confidenceOf: (word) => `Sicherheit: ${word}`,
    confidence: { low: "gering", medium: "mittel", high: "hoch" },
    found: "Was gefunden wurde",
    inTitle: "im Titel",
    inText: "im Text",
    howAnalysed: "So wurde ausgewertet",
    authors: {
      title: {
        original: "Titel: wie veröffentlicht.",
        safe_edit: "Titel: von der Offline-Auswertung.",
        lead_sentence: "Titel: ein Satz aus dem Artikel, gewählt von der Offline-Auswertung.",
        llm: (model) => `Titel: vom Sprachmodell ${model}.`,
      },
      summary: {
        words: "Kurz gesagt: Sätze aus dem Artikel, gewählt von der Offline-Auswertung.",
        llm: (model) => `Kurz gesagt: vom Sprachmodell ${model}.`,
      },
    },
    refused: {
      title: (why) => `Der Titel des Sprachmodells wurde abgelehnt: ${why}`,
      description: (why) => `Die Beschreibung des Sprachmodells wurde abgelehnt: ${why}`,
      summary: (why) => `Die Zusammenfassung des Sprachmodells wurde abgelehnt: ${why}`,
    },
    refusedWhy: {
      injection: () => "Der Artikel versucht, Modellen Anweisungen zu geben.",
      empty: () => "Der Text war leer.",
      talk: () => "Das Modell sprach über seine Antwort, statt sie zu geben.",
      prompt: () => "Der Text wiederholte unsere Anweisungen.",
      language: () => "Der Text war in einer anderen Sprache.",
      command: () => "Der Text gab Lesern oder Modellen Anweisungen oder nannte eine Adresse.",
      repeats: () => "Der Text wiederholte sich.",
      number: (words) => `Diese Zahl steht nicht im Artikel: ${words}.`,
      name: (words) => `Der Text nannte ${words}, der Artikel nicht.`,
      quotation: () => "Die Anführungszeichen waren nicht die des Artikels.",
      negation: () => "Ein „nicht“ fehlte oder kam hinzu.",
      new_words: (words) => `Davon steht nichts im Artikel: ${words}.`,
      too_long: () => "Der Text war länger als nötig.",
      louder: () => "Der Text war wertender als der Titel der Offline-Auswertung.",
    },
    older: "Was ältere Versionen sagten",
    olderNote: "Die Offline-Auswertung ist seitdem besser geworden. Diese Ergebnisse zählen nicht mehr.",
    olderUntil: (version) => `Version ${version}, bis`,
    olderOverall: (level) => `Wortwahl: ${level}`,
    facts: "Fakten darin",
    noFacts: "Im Text wurden keine Fakten gefunden.",

    edits: "Nach der Veröffentlichung geändert",
    earlierEdits: "Frühere Änderungen",
    titleChange: "Titel",
    textChange: "Text",
    sameText: "Der Text ist gleich geblieben.",
    scoreMoved: (name, before, after) => `${name}: ${before} → ${after}`,
    scoresSame: "Die Wortwahl ist so wertend wie zuvor.",
    scoresUnknown: "Der neue Text ist noch nicht ausgewertet.",

    moreFrom: (name) => `Mehr von ${name}`,
    gone: "Diesen Eintrag gibt es nicht mehr",
    goneWhy: "Er wurde entfernt oder stammt nicht aus deinen Feeds.",
  },

  story: {
    title: "Ein Thema",
    toToday: "Heute",
    outlets,
    languages: counted("Sprache", "Sprachen"),
    firstAndLatest: { first: "zuerst", latest: "zuletzt" },
    scale: (shown) => `Medien von sachlich bis stark wertend: ${shown.join(", ")}`,
    loadedFromHere: "ab hier wertend",
    headlines: "Wie jedes Medium es formuliert",
    outlet: "Medium",
    ownHeadline: "Eigene Überschrift",
    wording: "Wortwahl",
    edited: (count) => (count === 1 ? "Einmal geändert." : `${count}-mal geändert.`),
    inShort: "Kurz gesagt",
    fromPlainest: (name) => `Aus dem sachlichsten Bericht: ${name}.`,
    differing: "Abweichende Zahlen",
    whatTheyTell: "Was sie berichten",
    dotMeans: "Ein Punkt heißt: Der Bericht sagt das. Öffne einen Fakt, um die Sätze zu sehen.",
    fact: "Fakt",
    byAll: (count, all) => {
      if (count === 1) return "Im einzigen Bericht, der einen Text hat";
      const reports = count === 2 ? "In beiden Berichten" : `In allen ${count} Berichten`;
      return count < all ? `${reports}, die einen Text haben` : reports;
    },
    bySome: "In mehreren Berichten",
    byOne: "In nur einem Bericht",
    unsure: "In einem Bericht; andere haben hier keinen Text oder sind in einer anderen Sprache",
    tells: (name) => `${name}: ja`,
    tellsNot: (name) => `${name}: nein`,
    none: "In diesen Berichten wurden keine Fakten gefunden.",
    howMeasured: "So wird das gemessen",
    note: "Ein Bericht nennt einen Fakt, wenn einer seiner Sätze dessen Zahlen, Namen und die meisten seiner Wörter enthält. In einer anderen Sprache genügen Zahlen und Namen.",
    timeline: "Berichte und Änderungen",
    reports: "berichtet",
    reportsFirst: "berichtet zuerst",
    changedHeadline: "ändert die Überschrift",
    changedText: "ändert den Text",
    star: "Merken",
    unstar: "Nicht mehr merken",
    gone: "Dieses Thema gibt es nicht mehr",
    goneWhy: "Keiner der Berichte ist noch in deinen Feeds.",
  },

  sources: {
    title: "Quellen",
    rankBy: "Sortieren nach",
    traits: {
      loaded: "Wertende Wörter",
      clickbait: "Clickbait",
      hedging: "Vermutungen",
      edits: "Nachträgliche Änderungen",
    },
    period: "Zeitraum",
    periods: { week: "Woche", month: "4 Wochen", year: "Jahr" },
    notes: {
      loaded: "Wie wertend jedes Medium formuliert, von 0 (sachlich) bis 10 (stark wertend).",
      clickbait: "Wie oft die Titel eines Mediums ködern, statt zu berichten, von 0 bis 10.",
      hedging: "Wie oft ein Medium sagt, was sein könnte, statt was ist, von 0 bis 10.",
      edits:
        "Medien, die ihre Berichte nach der Veröffentlichung ändern, die häufigsten zuerst. Das Diagramm zeigt, wie wertend sie sind.",
    },
    howToRead:
      "Der Punkt ist der typische Bericht, der dicke Balken die Hälfte der Berichte, die dünne Linie fast alle.",
    limits: "Gemessen wird die Wortwahl, nicht die Wahrheit. Links und rechts spielen keine Rolle.",
    onlyNewest: (count) => `Das sind deine ${count} Feeds mit den neuesten Berichten.`,
    outlet: "Medium",
    spread: "Streuung",
    typical: "Typisch",
    wording: "Wortwahl",
    reports: "Berichte",
    edits: "Änderungen",
    noEdits: "keine",
    figure: (typical, lower, upper) => `Typisch ${typical}, die Hälfte der Berichte zwischen ${lower} und ${upper}`,
    eachSpread: "Die Streuung jedes Mediums",
    histogram: (name, measured, tenths) =>
      `${measured} in den Berichten von ${name}, von 0 bis 10: ${tenths.join(", ")}`,
    tooFew: (count, reportsMin) =>
      plural(locale, count, {
        one: `# Medium mit weniger als ${reportsMin} Berichten fehlt hier.`,
        other: `# Medien mit weniger als ${reportsMin} Berichten fehlen hier.`,
      }),
    empty: "Noch nichts zu vergleichen",
    emptyWhy: "Medien erscheinen hier, sobald ihre ersten Berichte ausgewertet sind.",
    pages: "Seiten mit Quellen",
    previous: "Zurück",
    next: "Weiter",
    readItems: "Einträge lesen",
    itsFeeds: "Feeds:",
    reportsIn: (count) => `${reports(count)} in vier Wochen`,
    weekByWeek: "Wortwahl, Woche für Woche",
    trend: (name, low, high) => `Typische Wortwahl von ${name} pro Woche, zwischen ${low} und ${high}`,
    trendNote: "Linie: der typische Bericht. Grau: die Hälfte der Berichte.",
    oneWeek: "Die Linie beginnt mit der zweiten Woche.",
    now: "jetzt",
    weeksAsTable: "Die Wochen als Tabelle",
    week: "Woche ab",
    asItCame: "Wie es kam und wie du es liest",
    noPairs: "In den letzten vier Wochen musste kein Titel geändert werden.",
    words: "Häufige wertende Wörter",
    wordsNote: "Wie oft sie in den Titeln aus vier Wochen stehen. Zitate zählen nicht.",
    noWords: "In den Titeln wurden keine wertenden Wörter gefunden.",
    editsTitle: "Nach der Veröffentlichung geändert",
    editsOf: (edited, all) =>
      `${edited} von ${plural(locale, all, { one: "# Bericht", other: "# Berichten" })} nach der Veröffentlichung geändert.`,
    byKind: "Nach Art",
    often: ["kaum", "manchmal", "oft", "sehr oft"],
    badQuestion: "Diese Adresse ist nicht lesbar. Öffne die Quellen noch einmal.",
    gone: "Keiner deiner Feeds",
    goneWhy: "Du siehst die Quellen, die auf deiner Liste stehen.",
  },

  stream: {
    title: "Stream",
    shelf: "Ordner und Feeds",
    everything: "Alles",
    starred: "Gemerkt",
    allOf: (folder) => `Alles aus ${folder}`,
    noFolder: "Kein Ordner",
    yourFeeds: "Feeds",
    feedsAndFolders: "Feeds und Ordner",
    moreFeeds: "Weitere Feeds",
    unread: (count, isMore) => (isMore ? `${number(count)}+` : number(count)),
    unreadLabel: "ungelesen",
    nothingYet: { waiting: "noch nicht abgerufen", failed: "konnte nicht abgerufen werden" },

    items: "Einträge",
    show: "Zeigen",
    views: { unread: "Ungelesen", all: "Alle", starred: "Gemerkt", hidden: "Ausgeblendet" },
    sortTo: { newest: "Neueste zuerst zeigen", oldest: "Älteste zuerst zeigen" },
    search: "Suche",
    searchIn: (place) => `In ${place} suchen`,
    searchHint: "Wörter, „eine Wendung“, -ohne",
    wordingUpTo: (level) => `Wortwahl bis ${level}`,
    anyWording: "Jede Wortwahl zeigen",

    unreadItem: "ungelesen",
    star: (title) => `Merken: ${title}`,
    starTip: "Merken (s)",
    markRead: (title) => `Als gelesen markieren: ${title}`,
    markUnread: (title) => `Als ungelesen markieren: ${title}`,
    markReadTip: "Als gelesen oder ungelesen markieren (m)",
    upToHere: (title) => `Bis hierher als gelesen markieren: ${title}`,
    upToHereTip: "Bis hierher als gelesen markieren",
    markAbove: "Alles darüber als gelesen markieren",
    markAll: "Alle als gelesen markieren",
    moreOutlets: (count) => `+${outlets(count)}`,
    compare: (count, title) => `+${outlets(count)}, vergleichen: ${title}`,

    marked: (count) => `${entries(count)} als gelesen markiert.`,
    unmarked: (count) => `${entries(count)} wieder ungelesen.`,
    more: "Weitere Einträge",
    toStart: { newest: "Zurück zum neuesten", oldest: "Zurück zum ältesten" },
    pick: "Wähle einen Eintrag, um ihn hier zu lesen.",

    empty: {
      unread: ["Du hast alles gelesen.", "Neue Einträge erscheinen hier, sobald sie eintreffen."],
      all: ["Noch keine Einträge", "Sie erscheinen hier, sobald einer deiner Feeds abgerufen ist."],
      starred: ["Du hast dir noch nichts gemerkt.", "Mit dem Stern in einer Zeile bleibt ein Eintrag hier."],
      hidden: ["Deine Filter haben nichts ausgeblendet.", "Was ein Filter ausblendet, findest du hier."],
    },
    noFeeds: ["Noch keine Feeds", "Füge die Adresse einer Website hinzu, dann erscheinen ihre Einträge hier."],
    noMatch: {
      word: ["Kein Eintrag enthält dieses Wort.", "Prüf die Schreibweise, oder versuch es mit dem Anfang des Wortes."],
      phrase: ["Kein Eintrag enthält diese Wendung.", "Ohne Anführungszeichen dürfen ihre Wörter überall stehen."],
      several: ["Kein Eintrag enthält alle diese Wörter.", "Versuch es mit weniger Wörtern."],
    },
    phraseRule: "Wörter in Anführungszeichen müssen genau so nebeneinander stehen.",
    unwantedRule: "Einträge mit einem Wort, vor dem ein - steht, bleiben weg.",
    noWords: ["Deine Suche enthält keine Wörter.", "Gib ein Wort ein oder eine Wendung in Anführungszeichen."],
    showAll: "Alle Einträge zeigen",
    searchEverything: "Alles durchsuchen",

    gone: "Nicht in deinen Feeds",
    goneWhy: "Du folgst diesem Feed nicht, oder der Ordner wurde gelöscht.",
    badQuestion: "Diese Adresse enthält einen Parameter, den wir nicht verstehen.",
  },

  engine: {
    page: {
      read: "Die Seite wurde gelesen.",
      waiting: "Die Seite wird noch gelesen.",
      "long-enough": "Die Seite wurde nicht gelesen: Der Text im Feed ist lang genug.",
      "nobody-reads": "Die Seite wurde nicht gelesen: Niemand las diesen Feed, als der Eintrag kam.",
      "too-old": "Die Seite wurde nicht gelesen: Der Eintrag war schon zu alt, als er kam.",
      never: "Die Seite wurde nicht gelesen: Seiten dieses Feeds werden nicht abgerufen.",
      "no-address": "Die Seite wurde nicht gelesen: Der Feed nennt keine.",
      off: "Die Seite wurde nicht gelesen: Dieser Feed wird nicht ausgewertet.",
      failed: "Die Seite konnte nicht gelesen werden.",
    },
    model: {
      read: "Ein Sprachmodell hat den Eintrag gelesen.",
      waiting: "Noch hat kein Sprachmodell den Eintrag gelesen: Er ist noch nicht an der Reihe.",
      "no-model": "Kein Sprachmodell hat den Eintrag gelesen: Als er kam, war keines eingerichtet.",
      "words-only": "Kein Sprachmodell hat den Eintrag gelesen: Für diesen Feed arbeitet nur die Offline-Auswertung.",
      off: "Kein Sprachmodell hat den Eintrag gelesen: Dieser Feed wird nicht ausgewertet.",
      "too-old": "Kein Sprachmodell hat den Eintrag gelesen: Er ist zu alt.",
      budget:
        "Noch hat kein Sprachmodell den Eintrag gelesen: Das Budget ist aufgebraucht. Titel und Zusammenfassung sind von der Offline-Auswertung.",
      stopped:
        "Noch hat kein Sprachmodell den Eintrag gelesen: Der KI-Dienst lehnt uns ab. Warum, steht auf der Betreiberseite.",
      failed: "Kein Sprachmodell hat den Eintrag gelesen: Seine Antworten waren nicht brauchbar.",
    },
    whyNext: {
      candidates: {
        "adaptive-interval": "der angepasste Abstand, je nachdem, wie oft sich der Feed ändert",
        "learned-interval": "der Abstand, der daraus gelernt ist, wann der Feed veröffentlicht",
        "readers-interval": "der Abstand, den die Leser gewählt haben",
        "nobody-reads":
          "einmal am Tag, weil niemand den Feed liest und sein sauberer Feed seit 30 Tagen nicht abgerufen wurde",
        push: "einmal am Tag, weil ein Hub uns neue Einträge meldet",
        "host-budget": "die Abrufe, die sein Host am Tag bekommt, über den Tag verteilt",
        "fixed-interval": "der feste Abstand dieses Feeds",
        ceiling: "der längste angepasste Abstand",
        floor: "der kürzeste Abstand, den es gibt",
        "success-interval": "der übliche Abstand; nur der Server selbst kann ihn verkürzen",
        freshness: "Cache-Control oder Expires des Servers",
        ttl: "die ttl des Feeds",
        "update-period": "sy:updatePeriod des Feeds",
        backoff: "die Wartezeit nach mehreren Fehlern hintereinander",
        circuit: "die Pause nach immer demselben Fehler",
        "retry-after": "Retry-After des Servers",
        "unexplained-refusal": "das Vierfache des Abstands, weil der Server ablehnte und keine Zeit nannte",
        probe: "ein später Versuch bei einem Feed, der früher funktionierte",
        "host-busy": "ein neuer Versuch, weil eine Weiterleitung zu einem beschäftigten Server führte",
        stopping: "ein neuer Versuch, weil der Abruf gerade beendet wurde",
        "not-saved": "ein neuer Versuch, weil das Ergebnis nicht gespeichert werden konnte",
        "validators-refused": "ein neuer Versuch ohne Validatoren, weil der Server sie ablehnte (HTTP 412)",
      },
      shifts: {
        jitter: "eine zufällige Verzögerung, damit nicht alle Feeds gleichzeitig an der Reihe sind",
        "skip-times": "skipHours und skipDays des Feeds",
      },
      halts: {
        "polling-off": "das Abrufen ist für diesen Feed ausgeschaltet",
        suspended: "der Feed ist angehalten, bis er erneut versucht oder seine Adresse geändert wird",
        "one-strike": "der Feed soll beim ersten Fehler anhalten",
      },
      halted: (why) => `Kein nächster Abruf: ${why}.`,
      verdict: (at, why) => `Nächster Abruf ${at}. Entscheidend ist: ${why}.`,
      notBefore: (at, wait, why) => `Nicht vor ${at} (${wait}): ${why}.`,
      moved: (at, why) => `Dann verschoben auf ${at}: ${why}.`,
      habit: ({ perWeek, days, hours, recent }, clock) =>
        [
          "Der Feed veröffentlicht gewöhnlich",
          sayRate(perWeek, {
            daily: (items) => ` etwa ${items} Einträge am Tag`,
            weekly: (items) => ` etwa ${items === 1 ? "einen Eintrag" : `${items} Einträge`} in der Woche`,
            rarely: " weniger als einen Eintrag in der Woche",
          }),
          days === null ? "" : { weekdays: ", an Werktagen", weekends: ", am Wochenende" }[days],
          hours === null ? "" : `, meist von ${clock(hours.from)} bis ${clock(hours.until)}`,
          recent === 0 ? "" : `; in den letzten vier Stunden ${recent === 1 ? "ein Eintrag" : `${recent} Einträge`}`,
          ".",
        ].join(""),
    },
    failure: (kind, sentence) => failureIn(failures, kind, sentence),
    reasons: {
      heads: {
        [heuristicNotice]: byOfflineReader,
        [heuristicNoticeBefore]: byOfflineReader,
        "Loaded words": "Wertende Wörter",
        "No loaded words found.": "Keine wertenden Wörter gefunden.",
        "Teasing words": "Wörter, die neugierig machen",
        "Not worded like clickbait.": "Nicht wie Clickbait formuliert.",
        "Words that tell the reader what to do or feel": "Wörter, die vorgeben, was man tun oder fühlen soll",
        "No appeals found.": "Keine Appelle gefunden.",
        Shouting: "Laute Wörter",
        "No shouting found.": "Nichts Lautes gefunden.",
        "Loud signs found": "Laute Zeichen gefunden",
        "No loud signs found.": "Keine lauten Zeichen gefunden.",
        "Hedged or unattributed wording found": "Vage Formulierungen oder solche ohne Quelle gefunden",
        "No hedged wording found.": "Keine vagen Formulierungen gefunden.",
      },
      unread: (language) => `Titel in der Sprache „${language}“ werden nicht ausgewertet.`,
      more: (count) => ` und ${count} weitere`,
    },
  },

  feeds: {
    title: "Feeds und Ordner",
    dashboardFailed: "Die Startseite konnte nicht geladen werden. Bitte lade sie neu.",
    filterWrong: "Ungültige Filterangaben",
    queryWrong: "Ungültige Suchangaben",
    listFailed: "Die Feeds konnten nicht geladen werden",
    search: "Nach Namen suchen",
    searchLabel: "Feeds nach Namen suchen",
    searchSubmit: "Suchen",
    status: "Zustand",
    filter: { all: "Alle", working: "In Ordnung", pending: "Ausstehend", error: "Fehler" },
    summary: (counts, shown) =>
      `${feeds(shown)} angezeigt. ${counts.working} in Ordnung, ${counts.pending} ausstehend, ${counts.error} mit Fehler.`,
    noFeeds:
      "Noch keine Feeds. Füge die Adresse einer Website hinzu oder importiere die Liste eines anderen Feedreaders.",
    noMatch: "Keiner deiner Feeds passt.",
    pages: "Seiten der Liste",
    range: (first, last, all) => `${first}–${last} von ${all}`,
    previous: "Zurück",
    next: "Weiter",
    removed: (count) => `In den letzten 24 Stunden entfernt: ${count}`,
    undo: "Rückgängig",
    undoAll: "Alle zurückholen",
    undoSome: "Nur einzelne",
    removedTogether: (count) => `${feeds(count)} auf einmal entfernt`,
    undoOf: (name) => `Entfernen von ${name} rückgängig machen`,

    state: {
      working: "In Ordnung",
      pending: "Ausstehend",
      retrying: "Neuer Versuch",
      stopped: "Angehalten",
      gone: "Verschwunden",
      missing: "Nicht gefunden",
      locked: "Braucht Zugangsdaten",
      slow: "Antwortet langsam",
      quiet: "Seit 3 Wochen still",
      moved: "Umgezogen",
      paused: "Pausiert",
      off: "Aus",
      listening: "Wartet auf Post",
      deleted: "Gelöscht",
    },
    why: {
      slow: "Die letzten zwei Antworten haben mehr als 20 Sekunden gedauert.",
      moved: "Laut Server hat der Feed eine neue Adresse. Wir lesen ihn von dort. Du musst nichts tun.",
      quiet: "zuletzt veröffentlicht",
      paused: "pausiert",
    },
    hint: {
      stopped: "Ändere die Adresse oder versuch es noch einmal.",
      missing: "Der Server fand unter dieser Adresse nichts. Ändere die Adresse oder versuch es noch einmal.",
      missingTriedAgain: "Der Server fand unter dieser Adresse nichts (HTTP 404). Wir versuchen es später noch einmal.",
      gone: "Laut Server gibt es den Feed nicht mehr. Ändere die Adresse oder entferne ihn.",
    },
    look: "Mit Problemen",
    lookWhy: "angehalten oder seit einer Woche gestört",
    noFolder: "Kein Ordner",
    notInToday: "nicht in „Heute“",
    feedCount: feeds,
    select: (name) => `${name} auswählen`,
    pauseOf: (name) => `${name} pausieren`,
    resumeOf: (name) => `${name} fortsetzen`,
    isPaused: "Du hast diesen Feed pausiert. Setze ihn zuerst fort.",
    bulkFailed: "Die Feeds konnten nicht geändert werden. Bitte versuch es noch einmal.",
    bulk: {
      selected: "Ausgewählte Feeds",
      folder: "Ordner",
      action: {
        move: "In Ordner verschieben",
        pause: "Pausieren",
        resume: "Fortsetzen",
        hide: "Nicht in „Heute“",
        show: "In „Heute“",
        remove: "Entfernen",
      },
      none: "Wähle zuerst einen oder mehrere Feeds aus.",
      gone: "Diese Feeds oder dieser Ordner sind nicht mehr auf deiner Liste. Lade die Seite neu.",
      unreadable: "Dieses Formular ist nicht lesbar. Lade die Seite neu und versuch es noch einmal.",
    },
    folders: {
      title: "Ordner",
      manage: "Ordner",
      lede: "Ein Feed ist in einem Ordner oder in keinem. Die Ordner sind die Reiter von „Heute“, in dieser Reihenfolge.",
      name: "Ordnername",
      nameOf: (name) => `Name von ${name}`,
      create: "Ordner anlegen",
      newName: "Neuer Ordner",
      rename: "Umbenennen",
      delete: "Löschen",
      deleteOf: (name) => `Ordner ${name} löschen`,
      deleteHint: "Die Feeds eines gelöschten Ordners bleiben auf deiner Liste, ohne Ordner.",
      up: (name) => `${name} nach oben schieben`,
      down: (name) => `${name} nach unten schieben`,
      none: "Du hast noch keine Ordner.",
      failed: "Die Ordner konnten nicht geändert werden. Bitte versuch es noch einmal.",
      fault: {
        "name-missing": "Gib dem Ordner einen Namen.",
        "name-taken": "Du hast schon einen Ordner mit diesem Namen.",
        "too-many": "Du hast zu viele Ordner. Lösche zuerst einen.",
        unknown: "Dieser Ordner ist nicht mehr auf deiner Liste. Lade die Seite neu.",
      },
    },
    stage: {
      waiting: "erster Abruf eingeplant",
      queued: "erster Abruf eingeplant",
      fetching: "wird gerade abgerufen",
      again: "neuer Versuch eingeplant",
      due: "· nächster Abruf eingeplant",
    },
    again: "erneut",
    lastWorked: "zuletzt erfolgreich",
    lastChecked: "Zuletzt geprüft",
    byOperator: "von der Verwaltung",
    own: "Privat: mit deinen Zugangsdaten abgerufen",
    columns: {
      select: "Auswählen",
      feed: "Feed",
      twoWeeks: "Zwei Wochen",
      health: "Zustand",
      next: "Nächster Abruf",
      actions: "Aktionen",
    },
    rhythm: (perDay) => {
      const all = perDay.reduce((sum, count) => sum + count, 0);
      if (all === 0) return "nichts Neues";
      const aDay = all / perDay.length;
      return aDay < 1 ? `${Math.max(1, Math.round(aDay * 7))} pro Woche` : `${Math.round(aDay)} pro Tag`;
    },
    activity: (name, perDay) => `${name}: Einträge pro Tag in den letzten ${perDay.length} Tagen: ${perDay.join(", ")}`,
    lockedHint: "Bearbeite den Feed und trag die nötigen Zugangsdaten ein.",
    useCandidate: (title) => `„${title}“ nehmen`,
    retry: "Noch einmal versuchen",
    fetchNow: "Jetzt abrufen",
    fetchFailed: "Der Abruf konnte nicht gestartet werden. Bitte versuch es noch einmal.",
    fetchAgainAt: (time, reasons) => `Wieder möglich am ${time}: ${reasons.join(", und ")}.`,
    fetchBounds: {
      "retry-after": "der Server hat um eine Pause gebeten",
      "host-closed": "bis dahin lassen wir seinen Server in Ruhe",
      "just-fetched": "der Feed wurde gerade erst abgerufen",
    },
    tooManyPages: "Zu viele Seiten sind offen. Lade diese neu, um sie zu aktualisieren.",

    find: {
      label: "Website oder Feed-Adresse",
      submit: "Suchen",
      hint: "Wir finden den Feed und seinen Namen für dich.",
      found: (count) =>
        plural(locale, count, { one: "1 Feed gefunden", other: "# Feeds gefunden. Welchen möchtest du?" }),
      nothing: (why) => `Kein Feed gefunden. ${why}`,
      onList: "Schon auf deiner Liste",
      anyway: "Adresse trotzdem hinzufügen",
      wrong: "Das ist keine Adresse. Gib eine ein wie example.org oder https://example.org/feed.",
      privateForOperator:
        "Diese Adresse liegt in einem privaten Netz. Um sie zu erlauben, trag ihr Netz in die Einstellung FETCH_ALLOW_NETWORKS ein, in .env oder in der Umgebung (zum Beispiel FETCH_ALLOW_NETWORKS=192.168.1.0/24), und starte den Server neu.",
      tooMany: "Zu viele Adressen in einer Minute. Warte eine Minute und versuch es dann noch einmal.",
      failed: "Die Adresse konnte nicht geprüft werden. Bitte versuch es noch einmal.",
    },
    start: {
      title: "Pakete für den Einstieg",
      orSet: "Oder beginne mit einem Paket",
      lookInside: "Hineinsehen",
      addSet: (count) => `${feeds(count)} hinzufügen`,
      addSetOf: (count, title) => `${feeds(count)} hinzufügen: ${title}`,
      unknown: "Dieses Paket gibt es nicht. Wähle eines aus der Liste.",
      failed: "Das Paket konnte nicht hinzugefügt werden. Bitte versuch es noch einmal.",
      hello: "Was liest du gern?",
      intro:
        "Gib die Adresse einer Website ein. Plainwire findet ihren Feed, formuliert wertende Überschriften sachlich und zeigt dir, was es herausgenommen hat.",
      fromAnother: "Du kommst von einem anderen Feedreader?",
      foldersToo: "Ordner kommen mit.",
      asItCame: "Wie es kam",
      asYouRead: "Wie du es liest",
      example: {
        before: [{ gone: "SCHOCK:" }, " Bürgermeisterin ", { gone: "zerreißt irren" }, " Busplan", { gone: "!" }],
        after: "Bürgermeisterin kritisiert Busplan",
      },
      soon: "Die ersten Themen erscheinen innerhalb einer Minute. Du kannst später alles ändern.",
    },
    added: {
      sentence: (name) => `${name} wurde hinzugefügt. Die Meldungen erscheinen, sobald der Feed abgerufen wurde.`,
      notFetched: (name, why) => `${name} wurde hinzugefügt, wird aber nicht abgerufen. ${why}`,
      read: "Lesen",
      folder: "Ordner ändern",
    },
    copyAddress: "Adresse kopieren",
    cleanFeed: "Sauberer Feed",
    copyCleanFeed: "Adresse des sauberen Feeds kopieren",
    byHand: "Von Hand oder mit Zugangsdaten hinzufügen",
    add: "Feed hinzufügen",
    addSubmit: "Feed hinzufügen",
    addFailed: "Der Feed konnte nicht hinzugefügt werden. Bitte versuch es noch einmal.",
    edit: "Feed bearbeiten",
    editAction: "Bearbeiten",
    editOf: (name) => `${name} bearbeiten`,
    editSubmit: "Speichern",
    editFailed: "Der Feed konnte nicht geändert werden",
    loadFailed: "Der Feed konnte nicht geladen werden",
    cancel: "Abbrechen",
    delete: "Löschen",
    deleteOf: (name) => `${name} löschen`,
    deleteFailed: "Der Feed konnte nicht gelöscht werden",
    restoreFailed: "Der Feed konnte nicht wiederhergestellt werden",
    notFound: "Feed nicht gefunden",
    notFoundWhy: "Er steht nicht auf deiner Liste.",
    name: "Name",
    url: "Adresse",
    urlHint: "Eines Feeds oder einer Website: Wir finden ihre Feeds.",
    interval: {
      label: "Wie oft abrufen",
      asAsked: "Wie die Website es möchte",
      every: (minutes) => {
        if (minutes < 60) return `Alle ${minutes} Minuten`;
        if (minutes === 60) return "Jede Stunde";
        return minutes === 1440 ? "Einmal am Tag" : `Alle ${minutes / 60} Stunden`;
      },
      own: "Eigene Zahl",
      minutes: "Minuten zwischen zwei Abrufen",
      hint: "Nie öfter, als die Website erlaubt. Wenn auch andere diesen Feed lesen, gilt der kürzeste Abstand.",
      wrong: (min, max) => `Gib eine ganze Zahl von ${min} bis ${max} Minuten ein.`,
    },
    fullText: {
      label: "Text der Artikel",
      auto: "Wie der Feed ihn liefert. Ist er kurz, laden wir die Seite des Artikels sofort, sonst, wenn du ihn öffnest.",
      always: "Von der Seite jedes Artikels, die wir laden, sobald er da ist.",
      never: "Wie der Feed ihn liefert. Seiten von Artikeln laden wir nicht.",
      operatorOnly:
        "Alle, die diesen Feed lesen, bekommen denselben Text. Ändern kann das deshalb nur, wer diesen Server betreibt.",
      change: "Für alle ändern, die ihn lesen",
    },
    ownTitle: "Zugangsdaten oder Header",
    ownHint:
      "Für Feeds, die sie brauchen. Sie werden verschlüsselt gespeichert und nur an diese Adresse geschickt. Niemand sonst sieht diesen Feed.",
    ownKept:
      "Was du früher eingegeben hast, bleibt gespeichert und wird nie angezeigt. Füll diese Felder aus, um es zu ersetzen.",
    ownDrop: "Zugangsdaten und Header entfernen und den Feed mit allen teilen",
    username: "Benutzername",
    password: "Passwort",
    headers: "Header, einer pro Zeile",
    fault: {
      address: {
        "too-long": "Die Adresse darf höchstens 2048 Bytes lang sein.",
        "no-url": "Das ist keine Adresse. Sie muss mit http:// oder https:// beginnen",
        password: "Die Adresse darf kein Passwort enthalten. Gib es unter „Zugangsdaten oder Header“ an.",
      },
      "name-missing": "Der Feed braucht einen Namen",
      "name-too-long": "Der Name darf höchstens 255 Zeichen haben",
      "url-missing": "Der Feed braucht eine Adresse",
      "username-missing": "Zum Passwort gehört ein Benutzername",
      "headers-unreadable": "Schreib einen Header pro Zeile, als „Name: Wert“",
      "headers-needed": "Die Zugangsdaten gehören zur alten Adresse. Gib sie noch einmal ein oder entferne sie.",
      duplicate: "Diesen Feed hast du schon hinzugefügt",
      exists: "Es gibt schon einen Feed mit dieser Adresse",
      full: "Deine Liste ist voll. Entferne einen Feed, um einen anderen hinzuzufügen.",
    },

    importOpml: "OPML importieren",
    exportOpml: "OPML exportieren",
    opmlFile: "OPML-Datei",
    opmlHint:
      "Jeder Feedreader kann eine exportieren. Ordner kommen mit. Feeds, die schon auf deiner Liste stehen, behalten Namen und Ordner; ohne Ordner bekommen sie den aus der Datei.",
    importSubmit: "Importieren",
    importFailed: "Die Datei konnte nicht importiert werden. Bitte versuch es noch einmal.",
    importNoFile: "Wähle eine OPML-Datei aus.",
    importFound: (count) => `${feeds(count)} in der Datei gefunden. Wir rufen sie nacheinander ab.`,
    importReport: "Ergebnis",
    importProgress: (done, all) => `${done} von ${all}`,
    importDone: (totals, faults) =>
      `Fertig: ${totals.added} hinzugefügt, ${totals.duplicate} schon auf deiner Liste, ${totals.full} über dem Limit, ${faults} nicht lesbar.`,
    importFolders: (count) => `${plural(locale, count, { one: "# Ordner", other: "# Ordner" })} angelegt.`,
    importMoved: (folder) => `Schon auf deiner Liste, jetzt im Ordner ${folder}`,
    importBroken: (done, count) =>
      `Der Import endete nach ${done} von ${feeds(count)}. Importiere die Datei noch einmal, um den Rest zu holen.`,
    importMoreFaults: (count) =>
      `Dazu ${plural(locale, count, { one: "# weiteres Problem", other: "# weitere Probleme" })} in der Datei, hier nicht aufgeführt.`,
    importMoreLines: (count) =>
      `Dazu ${plural(locale, count, { one: "# weiterer Feed", other: "# weitere Feeds" })}, hier nicht aufgeführt.`,
    importLeftOut: (taken, leftOut) =>
      `Eine Liste fasst ${feeds(taken)}. Am Ende der Datei ${plural(locale, leftOut, { one: "wurde # Feed", other: "wurden # Feeds" })} ausgelassen.`,
    importReload: "Fortschritt zeigen",
    importUnknown: "Diesen Import gibt es nicht. Ergebnisse bleiben einen Tag lang.",
    outcome: {
      added: "Hinzugefügt",
      duplicate: "Schon auf deiner Liste",
      full: "Liste ist voll",
      wrong: "Nicht lesbar",
    },
    toFeeds: "Feeds und Ordner",
    site: "Website besuchen",

    health: {
      title: "Zustand, letzte 14 Tage",
      fetches: (count, failed) => `${fetches(count)}, ${failed} fehlgeschlagen`,
      fetchesOn: (day, count, failed) => `${day}: ${count}, ${failed} fehlgeschlagen`,
      newItems: newEntries,
      newItemsOn: (day, count) => `${day}: ${count}`,
      time: (ms) => (ms === null ? "Noch keine Antwort" : `Antwortzeit im Schnitt ${ms} ms`),
      timeOn: (day, ms) => (ms === null ? `${day}: keine` : `${day}: ${ms} ms`),
    },
    whyNext: "Nächster Abruf, und warum",
    neverFetched: "Noch nicht abgerufen.",
    notBefore: (time) => `Der Server bittet uns, bis ${time} zu warten.`,
    attempts: {
      title: "Letzte Abrufe",
      took: (httpStatus, ms) => (httpStatus === null ? `${ms} ms` : `HTTP ${httpStatus}, ${ms} ms`),
      outcome: (attempt) => {
        if (attempt.error !== null) return failureIn(failures, failureOfStatus(attempt.httpStatus), attempt.error);
        if (attempt.outcome === "not-modified") return "Nichts Neues (laut Server)";
        if (attempt.outcome === "same-body") return "Nichts Neues (gleiches Dokument)";
        const { created, updated, discarded } = attempt;
        return `${created} neu, ${updated} geändert${discarded > 0 ? `, ${discarded} ausgelassen` : ""}`;
      },
    },
    items: {
      title: (count) => (count === 0 ? "Einträge" : `Einträge (${number(count)})`),
      none: "Noch keine Einträge.",
      untitled: "Ohne Titel",
      notAnalysed: "noch nicht ausgewertet",
    },
  },

  reading: {
    translated: (language) => `Übersetzt · Original: ${language}`,
    translatedLine: "Übersetzt:",
    anyScore: "Jede",
    gone: "Diesen Eintrag gibt es nicht mehr",
    goneWhy: "Er wurde entfernt oder stammt nicht aus deinen Feeds.",
    badQuestion: "Diese Adresse enthält einen Parameter, den wir nicht verstehen.",
    untitled: "Ohne Titel",
    byWords: "Offline-Auswertung",
    byModel: (name) => `KI: ${name}`,
    traitsByWords: {
      framing: "Wertende Wörter",
      clickbait: "Clickbait-Muster",
      persuasive: "Appelle",
      hyper_stimulus: "Laute Zeichen",
      speculative: "Vermutungen",
    },
    traits: {
      framing: "Framing",
      clickbait: "Clickbait",
      persuasive: "Überredung",
      hyper_stimulus: "Reize",
      speculative: "Spekulation",
    },
    techniques: {
      loaded_language: ["Wertende Sprache", "Ein Wort, das urteilt, wo ein sachliches reichen würde."],
      name_calling: ["Abstempeln", "Gibt Menschen ein Etikett, statt zu sagen, was sie gesagt oder getan haben."],
      fear_appeal: ["Angst machen", "Warnt vor Schaden, um zu überzeugen."],
      emotional_appeal: ["Appell an Gefühle", "Sagt dir, was du fühlen sollst."],
      exaggeration: ["Übertreibung", "Behauptet mehr, als die Fakten hergeben."],
      curiosity_gap: ["Köder", "Verschweigt, worum es geht, damit du klickst."],
      question_headline: ["Frage als Überschrift", "Stellt eine Frage, statt etwas zu sagen."],
      listicle: ["Aufzählung", "Verspricht eine Anzahl von Dingen, statt eines zu sagen."],
      attention_prefix: ["Signalwort", "Will Aufmerksamkeit, bevor etwas gesagt ist."],
      all_caps: ["Großbuchstaben", "Schreit in Großbuchstaben."],
      exclamation: ["Ausrufezeichen", "Lässt es aufregender klingen, als es ist."],
      speculation: ["Spekulation", "Sagt, was sein könnte, nicht, was ist."],
      unattributed_claim: ["Keine Quelle", "Sagt nicht, von wem die Aussage stammt."],
      one_sided: ["Nur eine Seite", "Zeigt nur eine Sichtweise."],
      call_to_action: ["Aufforderung", "Will, dass du etwas tust."],
      opinion_marker: ["Meinung", "Eine Ansicht, keine Beobachtung."],
    },

    filters: {
      title: "Filter",
      lede: "Regeln, die neue Einträge ausblenden, als gelesen markieren oder für dich merken.",
      yours: "Deine Filter",
      none: "Du hast noch keine Filter.",
      newTitle: "Neuer Filter",
      pattern: "Titel enthält",
      patternHint:
        "Ganze Wörter in dieser Reihenfolge. * steht für Beliebiges. Groß- und Kleinschreibung und Akzente sind egal.",
      feed: "Feed",
      anyFeed: "Jeder Feed",
      category: "Rubrik",
      anyCategory: "Jede Rubrik",
      scoreMin: "Wortwahl mindestens",
      anyScore: "Jede Wortwahl",
      action: "Dann",
      actions: { hide: "ausblenden", read: "als gelesen markieren", star: "merken" },
      tryOut: "Mit der letzten Woche ausprobieren",
      tryFirst: "Du siehst, was er bewirken würde. Dann kannst du ihn speichern.",
      save: "Filter speichern",
      delete: "Löschen",
      deleteOf: (name) => `Filter ${name} löschen`,
      tried: (action, matched, all) =>
        `Würde ${matched} von ${all} Einträgen der letzten Woche ${{ hide: "ausblenden", read: "als gelesen markieren", star: "merken" }[action]}.`,
      newestOnly: "Nur die neuesten Einträge dieser Woche wurden geprüft.",
      everything: "Diese Regel trifft jeden Eintrag der letzten Woche.",
      confirmAll: "Ja, jeden Eintrag treffen",
      confirmMissing: "Bitte bestätige, dass die Regel jeden Eintrag treffen soll",
      examples: "Zum Beispiel",
      nothingAsked: "Wähle mindestens ein Merkmal",
      badPattern: "Bitte gib Wörter oder Zahlen ein, höchstens 200 Zeichen",
      badFeed: "Bitte wähle einen deiner Feeds",
      badCategory: "Bitte wähle eine Rubrik aus der Liste",
      badScore: "Bitte wähle eine Stufe aus der Liste",
      badAction: "Bitte wähle, was der Filter tun soll",
      full: (max) => `Du hast ${max} Filter. Lösche zuerst einen.`,
      saved: "Der Filter ist gespeichert. Er gilt für die letzte Woche und für alles Neue.",
      deleted: "Der Filter ist gelöscht. Was er in der letzten Woche ausgeblendet hat, ist wieder da.",
      hiddenItems: "Ausgeblendete Einträge zeigen",
      gone: "Filter nicht gefunden",
      goneWhy: "Er wurde schon gelöscht.",
      describe: (parts) => parts.join(" und "),
      titleHas: (pattern) => `Titel enthält „${pattern}“`,
      feedIs: (name) => `Feed ist ${name}`,
      feedGone: "ein Feed, dem du nicht mehr folgst",
      categoryIs: (name) => `Rubrik ist ${name}`,
      scoreIs: (level) => `Wortwahl ist mindestens ${level}`,
    },

    personal: {
      title: "Persönliche Feeds",
      lede: "Geheime Adressen, unter denen du deine sachlichen Einträge in jedem Feedreader liest. Wer eine kennt, kann mitlesen, bis du sie widerrufst.",
      yours: "Deine persönlichen Feeds",
      none: "Du hast noch keinen persönlichen Feed.",
      newTitle: "Neue Adresse",
      name: "Name",
      nameHint: "So heißt der Feed in deinem Feedreader.",
      nameDefault: "Meine Nachrichten",
      badName: "Bitte gib einen Namen mit höchstens 255 Zeichen ein",
      folder: "Ordner",
      anyFolder: "Jeder Ordner",
      folderGone: "ein Ordner, den es nicht mehr gibt",
      search: "Suche",
      searchHint: "Nur Einträge mit diesen Wörtern. Leer lassen für alle.",
      inFolder: (name) => `Ordner ${name}`,
      searchFor: (search) => `Suche „${search}“`,
      list: "OPML, jeder Feed für sich",
      unread: "Nur ungelesene Einträge",
      maxScore: "Wortwahl höchstens",
      create: "Adresse erstellen",
      made: "Deine Adressen. Kopiere jetzt die für deinen Feedreader: Sie werden nicht noch einmal angezeigt.",
      formats: "Formate",
      revoke: "Widerrufen",
      revokeOf: (name) => `Adresse von ${name} widerrufen`,
      revoked: "Die Adresse ist widerrufen. Feedreader, die sie nutzen, bekommen nichts mehr.",
      ended:
        "Dein Passwort wurde zurückgesetzt, deshalb gilt diese Adresse nicht mehr. Erstelle eine neue und trag sie in deinen Feedreader ein.",
      renew: "Neue Adresse",
      renewOf: (name) => `Neue Adresse für ${name} erstellen`,
      all: "alle Feeds",
      unreadOnly: "nur ungelesene",
      upTo: (level) => `Wortwahl bis ${level}`,
      createdAt: "erstellt",
      lastReadAt: "zuletzt gelesen",
      neverRead: "nie gelesen",
      full: (max) => `Du hast ${max} Adressen. Widerrufe zuerst eine.`,
      gone: "Adresse nicht gefunden",
      goneWhy: "Sie wurde schon widerrufen.",
      unknown: "Unter dieser Adresse gibt es keinen Feed. Vielleicht wurde sie widerrufen.",
    },

    categories: categoryNames.de,
  },

  model: {
    title: "Sprachmodell",
    lede: "Ein Sprachmodell macht aus reißerischen Überschriften sachliche, fasst Einträge zusammen und schreibt Überblicke. Ohne eines arbeitet die Offline-Auswertung allein; sie ist eingebaut und immer da. Was ein Modell sagt, wird geprüft, bevor es jemand sieht.",
    server: "Server",
    names: {
      provider: "Anbieter",
      address: "Adresse",
      key: "Schlüssel",
      model: "Modell",
      contextTokens: "Kontextlänge in Token",
      questionSize: "Fragen",
      titlesAtOnce: "Überschriften pro Frage",
      dailyUsd: "Dollar pro Tag",
      monthlyUsd: "Dollar pro Monat",
      dailyTokens: "Token pro Tag",
      promptUsd: "Dollar je Million gelesener Token",
      completionUsd: "Dollar je Million geschriebener Token",
      from: "Läuft von",
      to: "Läuft bis",
      headline: "Überschrift",
    },
    providers: {
      none: "Keines: nur die Offline-Auswertung",
      inside: "Ein Modell im Programm: Plainwire führt es selbst aus",
      ollama: "Ollama",
      llamacpp: "llama.cpp",
      compatible: "Ein anderer Server mit der Schnittstelle von OpenAI",
      openai: "OpenAI",
      anthropic: "Anthropic",
      openrouter: "OpenRouter",
      mistral: "Mistral",
      gemini: "Gemini",
    },
    addressHint:
      "Wenn leer, die des Anbieters: http://127.0.0.1:11434 bei Ollama, http://127.0.0.1:8080 bei llama.cpp. Private Adressen sind hier erlaubt. Weiterleitungen folgen wir nicht.",
    keyHint: "Wird verschlüsselt gespeichert, nur an diese Adresse geschickt und nie wieder gezeigt.",
    keyStored: "Ein Schlüssel ist gespeichert. Er wird nie wieder gezeigt. Lass das Feld leer, um ihn zu behalten.",
    keyTyped: "Dein neuer Schlüssel ist noch nicht gespeichert. Speichere, oder gib einen anderen ein.",
    replaceKey: "Schlüssel ersetzen",
    removeKey: "Schlüssel entfernen",
    keyLost:
      "Der gespeicherte Schlüssel lässt sich nicht lesen, weil SECRET_KEY sich geändert hat. Gib ihn noch einmal ein.",
    modelHint: "So, wie der Server es nennt. „Modelle zeigen“ listet sie auf.",
    list: "Modelle zeigen",
    listed: (count) =>
      plural(locale, count, { one: "# Modell auf diesem Server", other: "# Modelle auf diesem Server" }),
    more: (count) => `Und ${number(count)} weitere: Tippe einen Teil des Namens.`,
    noModels: "Der Server hat keine Modelle. Lade dort zuerst eines herunter.",
    modelGone: (model) => `In der Liste des Servers steht ${model} nicht.`,
    fixed: (variable) => `Durch ${variable} in der Umgebung gesetzt.`,
    tryTitle: "Ausprobieren",
    tryIt: "Ausprobieren",
    sample: "Du wirst nicht glauben, was diese winzige dänische Stadt gerade mit ihrem Zentrum gemacht hat",
    headlineHint:
      "Gefragt wird mit dem, was du oben eingegeben hast, gespeichert oder nicht. Muss das Modell erst laden, kann das Minuten dauern.",
    trial: ({ model, took, tokens: used, costUsd }) =>
      `${model} · ${took} · ${tokens(used)} · ${costUsd.toFixed(costUsd > 0 && costUsd < 1 ? 6 : 2).replace(".", ",")} $`,
    wouldShow: "Diese Überschrift bekämen Leser zu sehen.",
    wouldRefuse: (why) => `Leser bekämen sie nicht zu sehen, sondern die der Offline-Auswertung: ${why}`,
    noneInUse: "Zurzeit ist kein Sprachmodell im Einsatz.",
    inUse: (provider, model) => `Zurzeit im Einsatz: ${provider}, ${model}.`,
    usesTitle: "Wofür es da ist",
    uses: {
      titles: "Überschriften",
      summaries: "Zusammenfassungen",
      briefs: "Überblicke",
      translations: "Übersetzungen, für alle, die sie in ihren Einstellungen gewählt haben",
    },
    perFeed: "Für einen einzelnen Feed schaltest du es in dessen Einstellungen ab: dort „Auswertung“.",
    sizes: {
      usual: "Wie bei diesem Anbieter üblich",
      small: "Klein: erst die Überschrift, dann die Zusammenfassung",
      full: "Ganz: Werte, Fakten, Überschrift und Zusammenfassung auf einmal",
    },
    contextHint:
      "Fragen werden passend gekürzt. Wenn leer: 8192 auf deinem eigenen Rechner, weniger, wenn dessen Server das sagt, und sonst keine Grenze.",
    titlesAtOnceHint:
      "Für kleine Fragen. Wenn leer: zuerst eine; sobald eine Überschrift weniger als fünf Sekunden braucht, so viele, wie in zehn Sekunden passen, höchstens acht. Jede wird für sich geprüft und für sich noch einmal gefragt, wenn sie fehlt oder falsch ist.",
    limits: "Grenzen",
    usual: (value) => `Wenn leer: ${value}.`,
    noLimit: "Wenn leer: keine Grenze.",
    hoursHint: (timeZone) =>
      `Deine Zeitzone: ${timeZone}. Beide leer ist rund um die Uhr. Ist ein Budget verbraucht, arbeitet bis zum nächsten Tag oder Monat (UTC) nur die Offline-Auswertung.`,
    spendLink: "Was es gekostet hat",
    save: "Speichern",
    failed: "Nichts wurde gespeichert.",
    done: {
      saved: "Gespeichert. Alle Worker benutzen es ab jetzt.",
      dropped:
        "Gespeichert. Der gespeicherte Schlüssel war für einen anderen Server und wurde entfernt. Gib den Schlüssel für diesen ein.",
    },
    inside: {
      title: "Ein Modell im Programm",
      link: "Ein Modell installieren, das Plainwire selbst ausführt",
      back: "Sprachmodell",
      formTitle: "Ein Modell installieren",
      lede: "Plainwire kann ein Modell selbst ausführen, ohne Server und ohne Schlüssel. Es braucht Platz, Speicher und Zeit: einige Sekunden je Überschrift.",
      source: "Name oder Adresse einer GGUF-Datei",
      sourceHint: (names) => `Namen: ${names}. Eine Datei auf dem Server: plainwire model install DATEI.`,
      sha256: "Prüfsumme (sha256)",
      sha256Hint: "Darf leer bleiben.",
      look: "Nachsehen",
      plan: ({ name, size, free }) => `${name}: ${size}. Frei auf der Platte: ${free}.`,
      have: (size) => `${size} davon sind schon da.`,
      unknownSize: "Größe unbekannt",
      needsRuntime: "Dazu wird llama.cpp installiert (etwa 90 MB, mit npm).",
      install: "Installieren",
      steps: { runtime: "llama.cpp wird installiert …", model: "Wird heruntergeladen …", check: "Wird geprüft …" },
      progress: (done, all) => `${done} von ${all}`,
      stop: "Anhalten",
      reload: "Fortschritt anzeigen",
      installed: (name) =>
        `${name} ist installiert. Um es zu verwenden, wähle „Ein Modell im Programm“ als Anbieter und gib diesen Namen ein.`,
      list: "Installiert",
      remove: "Entfernen",
      inUse: "in Gebrauch",
      none: "Kein Modell ist installiert.",
      done: { removed: "Das Modell ist entfernt." },
    },
    stopped: "Der Server weist uns ab, deshalb wird nichts gefragt:",
    resting: (time) => `Außerhalb seiner Zeiten. Es läuft wieder: ${time}.`,
    faults: {
      "provider-unknown": "Wähle einen Anbieter.",
      "address-wrong": "Gib eine Adresse wie http://127.0.0.1:11434 ein, ohne Benutzernamen und ohne Fragezeichen.",
      "address-missing": "Dieser Anbieter braucht eine Adresse.",
      "key-wrong":
        "Ein Schlüssel hat keine Leerzeichen, nur einfache Buchstaben, Ziffern und Zeichen. Kopiere ihn noch einmal.",
      "model-missing": "Wähle ein Modell.",
      "model-wrong": "Der Name eines Modells hat keine Leerzeichen und höchstens 200 Zeichen.",
      "number-wrong": "Gib eine Zahl wie 0,5 ein.",
      "context-wrong": "Gib eine ganze Zahl von 1024 bis 2000000 ein.",
      "titles-wrong": "Gib eine ganze Zahl von 1 bis 20 ein.",
      "hours-half": "Gib beide Uhrzeiten an oder keine.",
      "hours-wrong": "Gib zwei verschiedene Uhrzeiten an, zum Beispiel 22:00 und 06:30.",
    },
  },

  operator: {
    link: "Verwaltung",
    sections: "Seiten der Verwaltung",
    alerts: "Warnungen",
    navigation: {
      overview: "Dieser Server",
      deadLetters: "Gescheiterte Aufträge",
      feeds: "Gemeinsame Feeds",
      model: "Sprachmodell",
      ai: "KI-Budget",
      people: "Konten",
    },
    overviewLede: "Was gerade abgerufen wird, von welchen Workern, und was im Weg steht.",
    healthy: (count) =>
      `Alles in Ordnung: ${plural(locale, count, { one: "# Worker läuft", other: "# Worker laufen" })}, nichts ist verspätet.`,
    noWorker: "kein Worker läuft",
    unhealthy: (complaints) => `Braucht Aufmerksamkeit: ${complaints.join("; ")}.`,

    fetches: {
      title: "Die letzten 24 Stunden",
      fetches: (count, failed) => `${fetches(count)}, davon ${number(failed)} fehlgeschlagen`,
      fetchesAt: (hour, count, failed) => `${hour}: ${number(count)}, ${number(failed)} fehlgeschlagen`,
      newItems: newEntries,
      newItemsAt: (hour, count) => `${hour}: ${number(count)}`,
    },
    queue: {
      title: "Warteschlange",
      due: "Jetzt fällig",
      feeds: (due, scheduled) =>
        `${number(due)} von ${plural(locale, scheduled, { one: "# eingeplanten Feed", other: "# eingeplanten Feeds" })}`,
      late: "Längste Wartezeit",
      notLate: "nichts ist verspätet",
      inFlight: "In Arbeit",
      flying: (fetching, queued) => `${number(fetching)} im Abruf, ${number(queued)} in der Warteschlange`,
      stuck: "Hängen geblieben",
      givenUp: "Gescheiterte Aufträge",
      lettersWait: deadLetters,
    },
    backup: {
      title: "Sicherung",
      none: "Bisher wurde nichts gesichert.",
      lastGood: "Letzte gute Sicherung",
      file: "Datei",
      size: "Größe",
      encrypted: "verschlüsselt",
      checked: "Prüfung",
      restored: "probeweise wiederhergestellt; alle Zeilen kamen zurück",
      readAgain: "ganz gelesen; dieser Datenbanknutzer darf keine Datenbanken anlegen",
      unchecked: "nicht geprüft",
      failed: (why) => `Die letzte Sicherung ist fehlgeschlagen: ${why}`,
      unscheduled: "Gesichert wird nur mit dem Befehl plainwire backup. Mit BACKUP_AT geschieht es jeden Tag.",
      scheduled: (time) => `Jeden Tag um ${time} UTC (BACKUP_AT).`,
    },
    workers: {
      title: "Laufende Worker",
      none: "Kein Worker läuft.",
      alive: "Läuft",
      silent: "Meldet sich nicht",
      about: (version, inFlight) => `${version}, ${number(inFlight)} in Arbeit`,
      seen: "gesehen",
    },
    blocked: {
      title: "Hosts, die um Geduld bitten",
      none: "Keine.",
      until: (time) => `bis ${time}`,
      feeds,
      spread: (count) =>
        plural(locale, count, {
          one: "Höchstens # Abruf am Tag, über den Tag verteilt",
          other: "Höchstens # Abrufe am Tag, über den Tag verteilt",
        }),
      more: (shown) => `Nur die ${shown} mit der längsten Wartezeit.`,
    },
    politeness: {
      title: "Rücksicht",
      none: "Noch wurde kein Host gefragt.",
      total: (score) => `Alle Hosts: ${score}.`,
      score: (requests, percent, size, early) =>
        `${fetches(requests)}, ${percent} % unverändert, ${size}, ${early.toLocaleString(locale)} zu früh`,
      early: "Zu früh: Anfragen vor der Zeit, um die der Server gebeten hatte. Es sollte keine geben.",
      slowed: "nach einer Ablehnung langsamer gefragt",
      more: (shown) => `Nur die ${shown} am häufigsten gefragten.`,
    },
    crowded: {
      title: "Hosts mit den meisten wartenden Feeds",
      due: (count) => `${feeds(count)} fällig`,
      closed: (wait) => `offen in ${wait}`,
    },

    deadLetters: {
      lede: "Aufträge, die bei uns mehrmals gescheitert sind. Wiederhole sie, wenn die Ursache behoben ist, oder verwirf sie.",
      title: "Gescheiterte Aufträge",
      none: "Keine gescheiterten Aufträge.",
      nameless: "keine Adresse oder ein privater Feed",
      kind: { fetch: "Abruf", analysis: "Auswertung" },
      replay: "Wiederholen",
      replayOf: (name) => `Wiederholen: ${name}`,
      replayAll: "Alle wiederholen",
      drop: "Verwerfen",
      dropOf: (name) => `Verwerfen: ${name}`,
      dropAll: "Alle verwerfen",
      cut: (shown) => `Nur die neuesten ${shown} werden gezeigt. „Alle“ meint diese.`,
      done: { replay: "Zum Wiederholen eingeplant.", drop: "Verworfen." },
      gone: "Auftrag nicht gefunden",
      goneWhy: "Er wurde schon wiederholt oder verworfen.",
    },

    feeds: {
      lede: "Feeds, die für alle abgerufen werden. Veröffentlichte haben einen öffentlichen sauberen Feed.",
      search: "Nach Name oder Adresse suchen",
      show: "Zeigen",
      shows: { published: "Veröffentlicht", errors: "Fehler", all: "Alle" },
      find: "Suchen",
      none: "Keine Feeds gefunden.",
      pages: "Seiten der Liste",
      published: "veröffentlicht",
      unpublished: "nicht veröffentlicht",
      readers: counted("Abo", "Abos"),
      due: "jetzt fällig",
      next: "nächster Abruf",
      badQuestion: "Diese Adresse enthält einen Parameter, den wir nicht verstehen.",
    },

    settings: {
      title: "Einstellungen",
      nameless: "Feed ohne Namen",
      url: "Adresse",
      urlHint: "Eine neue Adresse löscht alles, was über die alte bekannt ist",
      names: {
        name: "Name",
        rootDomain: "Hauptdomain",
        published: "Veröffentlicht",
        enabled: "Eingeschaltet",
        polling: "Regelmäßiger Abruf",
        adaptive: "Abstand anpassen",
        intervalMinutes: "Abstand",
        failurePolicy: "Wenn ein Abruf fehlschlägt",
        enforceFeedDomain: "Nur eigene Domain",
        fullText: "Volltext",
        analyzer: "Auswertung",
        prompt: "Anweisung an die KI",
        cacheScope: "Antworten wiederverwenden",
      },
      analyzers: { best: "mit dem Sprachmodell", heuristic: "nur mit der Offline-Auswertung", off: "gar nicht" },
      failurePolicies: {
        backoff: "später erneut versuchen, jedes Mal später",
        one_strike: "beim ersten Fehler aufhören",
      },
      hints: {
        name: "Höchstens 255 Zeichen. Wenn leer, der Titel des Feeds selbst.",
        rootDomain: "Zum Beispiel example.org: Darunter findet /api/site den Feed. Darf leer sein.",
        published: "Alle können seinen sauberen Feed unter /rss und in der API lesen.",
        enabled: "Ausgeschaltet wird er weder abgerufen noch ausgeliefert.",
        polling: "Nach jedem gelungenen Abruf wird der nächste eingeplant.",
        adaptive: "Der Abstand richtet sich danach, wie oft sich der Feed ändert.",
        intervalMinutes:
          "Minuten zwischen zwei Abrufen, von 1 bis 100.000. Ein angepasster Abstand beginnt nur damit. Wenn leer, der Standard des Servers (FETCHER_SUCCESS_INTERVAL).",
        enforceFeedDomain:
          "Einträge, die auf andere Domains verweisen, werden weggelassen. Wenn du das ausschaltest, bringt der nächste Abruf die, die noch im Feed stehen.",
        fullText: "Ob die Seite jedes Eintrags gelesen wird, um den ganzen Text zu haben.",
        analyzer: "Wo kein Sprachmodell eingerichtet ist, arbeitet nur die Offline-Auswertung.",
        prompt: "Ergänzt die Frage an das Sprachmodell. Höchstens 10.000 Zeichen. Darf leer sein.",
        cacheScope: "Ob eine Antwort des Sprachmodells für denselben Text noch einmal verwendet wird.",
      },
      fullTexts: { auto: "wenn der Text im Feed kurz ist", always: "immer", never: "nie" },
      cacheScopes: { feed: "innerhalb dieses Feeds", global: "für alle Feeds", off: "nie" },
      wrong: "Dieser Wert lässt sich nicht speichern. Was möglich ist, steht darüber.",
      statuses: {
        success: "in Ordnung",
        temporary_error: "vorübergehender Fehler",
        permanent_error: "dauerhafter Fehler",
        unauthorized: "braucht Zugangsdaten",
      },
      usual: "Standard des Servers",
      force: "Jetzt abrufen, auch wenn es gerade erst geschehen ist",
      forceHint: "Retry-After und geschlossene Hosts gelten weiterhin.",
      headersHint:
        "Für Feeds, die sie brauchen. Sie werden verschlüsselt gespeichert und nur an diese Adresse geschickt.",
      forgetHeaders: "Zugangsdaten und Header entfernen",
      save: "Speichern",
      saved: "Die Einstellungen sind gespeichert.",
      failed: "Nichts wurde gespeichert.",
      asked: "Der Feed ist jetzt fällig. Ein Worker ruft ihn ab, sobald sein Host frei ist.",
      taken: (by) => `Ein anderer Feed hat schon diese Adresse: ${by}`,
      gone: "Feed nicht gefunden",
      goneWhy: "Er wurde gelöscht oder ist privat.",

      state: "Stand",
      status: "Zustand",
      pending: "ausstehend",
      suspended: "ausgesetzt",
      lastError: "Letzter Fehler",
      lastFetched: "Letzter Abruf",
      lastSuccess: "Zuletzt erfolgreich",
      nextRun: "Nächster Abruf",
      unscheduled: "nicht eingeplant",
      never: "nie",
      host: "Host",
      readers: "Abos",
      items: "Einträge",
    },

    spend: {
      lede: (provider, model) =>
        provider === "none"
          ? "Es arbeitet nur die Offline-Auswertung. Das kostet nichts."
          : `Das Sprachmodell ist ${model}, bei ${provider}.`,
      stopped: {
        title: "Die KI pausiert",
        since: "Seit",
        whatToDo: {
          auth: "Ändere Schlüssel, Modell oder Adresse auf der Seite „Sprachmodell“ (oder AI_API_KEY, AI_MODEL, AI_BASE_URL), oder drück den Knopf. Bis dahin arbeitet nur die Offline-Auswertung.",
          payment: "Bezahl die Rechnung und drück dann den Knopf. Bis dahin arbeitet nur die Offline-Auswertung.",
        },
        again: "Noch einmal versuchen",
      },
      done: { again: "Die KI ist wieder im Einsatz." },
      today: "Heute (UTC)",
      money: "Ausgegeben",
      reserved: "Davon reserviert",
      tokens: "Token-Verbrauch",
      calls: "Aufrufe",
      month: "Dieser Monat",
      spentOut: {
        day: "Das Tagesbudget ist verbraucht. Bis Mitternacht (UTC) entstehen Überschriften, Zusammenfassungen und Überblicke ohne Sprachmodell.",
        month:
          "Das Monatsbudget ist verbraucht. Bis zum Ende des Monats (UTC) entstehen Überschriften, Zusammenfassungen und Überblicke ohne Sprachmodell.",
      },
      byUse: "Nach Tag und Zweck, letzte 30 Tage",
      tableOf: "Tabelle der Tage und Zwecke",
      columns: {
        day: "Tag",
        use: "Zweck",
        calls: "Aufrufe",
        tokens: "Tokenzahl",
        usd: "Kosten",
        refusals: "Abgelehnt",
      },
      refusalsHint:
        "Abgelehnt: Der Server scheiterte, das Modell wollte nicht, oder seine Antwort war nicht zu gebrauchen.",
      purposes: {
        analysis: "Einträge, ganz",
        title: "Überschriften",
        summary: "Zusammenfassungen",
        digest: "Überblicke",
        trial: "Zur Probe",
        translation: "Übersetzungen",
      },
      usd,
      count: number,
      ofUsd: (spent, max) => `${usd(spent)} von ${usd(max)}`,
      ofTokens: (used, max) => (max === null ? number(used) : `${number(used)} von ${number(max)}`),
      daysTitle: "Die letzten 30 Tage",
      spent: (amount) => `${usd(amount)} ausgegeben`,
      used: (used, made) => `${tokens(used)} in ${plural(locale, made, { one: "# Aufruf", other: "# Aufrufen" })}`,
      onDay: (day, amount) => `${day}: ${amount}`,
      byFeed: "Nach Feed, letzte 30 Tage",
      nothing: "Keine KI-Aufrufe.",
      briefs: "Überblicke",
      severalFeeds: "Überschriften mehrerer Feeds, zusammen gefragt",
      feedGone: "Ein gelöschter oder privater Feed",
      line: (line) => `${usd(line.usd)} · ${tokens(line.tokens)} · ${calls(line.calls)}`,
      dearest: (shown) => `Nur die ${shown} teuersten werden gezeigt.`,
    },

    people: {
      title: "Konten",
      lede: (count) => `${accounts(count)} auf diesem Server.`,
      search: "Nach E-Mail suchen",
      find: "Suchen",
      none: "Keine Konten gefunden.",
      pages: "Seiten mit Konten",
      badQuestion: "Diese Adresse enthält einen Parameter, den wir nicht verstehen.",
      email: "E-Mail",
      operator: "betreibt den Server",
      disabled: "gesperrt",
      subscriptions: feeds,
      seen: "zuletzt aktiv",
      neverSeen: "nie angemeldet",
      reset: "Link zum Zurücksetzen",
      resetOf: (email) => `Link zum Zurücksetzen für ${email}`,
      act: { disable: "Sperren", enable: "Entsperren" },
      actOn: {
        disable: (email) => `${email} sperren`,
        enable: (email) => `${email} entsperren`,
      },
      done: {
        revoked: "Die Einladung ist widerrufen.",
        disabled: "Das Konto ist gesperrt und abgemeldet. Seine Daten bleiben.",
        enabled: "Das Konto ist wieder entsperrt.",
      },
      resetLink: (email) =>
        `Für ${email}. Er funktioniert einmal, 30 Minuten lang, und wird nicht noch einmal angezeigt:`,
      inviteLink: (email) =>
        `Für ${email ?? "eine Person"}. Er funktioniert einmal, sieben Tage lang, und wird nicht noch einmal angezeigt:`,
      badEmail: "Bitte gib eine gültige E-Mail-Adresse ein",
      taken: "Mit dieser E-Mail-Adresse gibt es schon ein Konto",
      resetDisabled: "Kein Link: Dieses Konto ist gesperrt. Entsperre es zuerst.",
      resetElsewhere: "Kein Link: Das Passwort dieses Kontos liegt bei einem Anmeldedienst.",
      elsewhere: "Konten entstehen beim Anmeldedienst. Lade Menschen ein, damit sie sich registrieren können.",
      oneself: "Dein eigenes Konto kannst du nicht sperren: Du würdest dich aussperren.",
      gone: "Konto nicht gefunden",
      goneWhy: "Vielleicht wurde es gelöscht.",
      invitation: {
        title: "Offene Einladungen",
        newTitle: "Jemanden einladen",
        hint: "Freiwillig. Es füllt nur das Formular aus.",
        make: "Einladung erstellen",
        none: "Keine offenen Einladungen.",
        anybody: "Alle, die den Link haben",
        expires: "Gültig bis",
        revoke: "Widerrufen",
        revokeOf: (name) => `Einladung widerrufen: ${name}`,
        gone: "Einladung nicht gefunden",
        goneWhy: "Sie wurde benutzt oder widerrufen, oder sie ist abgelaufen.",
      },
      create: {
        title: "Konto anlegen",
        hint: "Du bekommst einen Link, mit dem das Passwort festgelegt wird.",
        operator: "Dieses Konto darf den Server verwalten",
        make: "Konto anlegen",
      },
    },
  },

  csrf: {
    foreign: "Diese Anfrage kam von einer anderen Website. Falls nicht: Lade die Seite neu und versuch es noch einmal.",
    stale:
      "Dieses Formular ist abgelaufen, oder dein Browser blockiert Cookies. Lade die Seite neu und versuch es noch einmal.",
  },

  needsLogIn: "Deine Sitzung ist beendet. Melde dich an, um weiterzumachen.",
  providerDown: "Der Anmeldedienst antwortet nicht. Versuch es gleich noch einmal.",
};

const failures: FailureWords = {
  timeout: "Der Server hat zu lange gebraucht.",
  connection: "Der Server ist nicht erreichbar.",
  "rate-limited": "Der Server nimmt gerade keine weiteren Anfragen an",
  "server-error": "Der Server meldet einen eigenen Fehler",
  "bad-request": "Der Server versteht die Anfrage nicht",
  "not-found": "Diesen Feed gibt es nicht mehr",
  "client-error": "Der Server lehnt die Anfrage ab",
  "cut-off": "Der Feed bricht vor seinem ersten Artikel ab.",
  "not-a-feed": "Unter dieser Adresse ist kein Feed.",
  "too-large": "Die Antwort ist zu groß.",
  blocked: "Dieser Server ruft diese Adresse nicht ab. Frag, wer ihn betreibt.",
  gone: "Diesen Feed gibt es nicht mehr",
  unauthorized: "Der Feed verlangt eine Anmeldung",
};

const units = [
  { ms: dayMs, forms: { one: "# Tag", other: "# Tagen" } },
  { ms: hourMs, forms: { one: "# Stunde", other: "# Stunden" } },
  { ms: minuteMs, forms: { one: "# Minute", other: "# Minuten" } },
];
const seconds = { ms: 1_000, forms: { one: "# Sekunde", other: "# Sekunden" } };

/** In the largest unit that divides evenly, in the dative: „nach 2 Tagen“. */
function inWords(durationMs: number): string {
  const unit = units.find(({ ms }) => durationMs >= ms && durationMs % ms === 0) ?? seconds;
  return plural(locale, durationMs / unit.ms, unit.forms);
}

function number(amount: number): string {
  return amount.toLocaleString(locale);
}

function decimal(amount: number, digits: number): string {
  return amount.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A call may cost a tenth of a cent. */
function usd(amount: number): string {
  return `${decimal(amount, amount > 0 && amount < 1 ? 4 : 2)} $`;
}
