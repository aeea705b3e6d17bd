import { categoryNames } from "../../items/category-names.ts";
import { clock, sayRate } from "../../schedule/policy/why-next.ts";
import { dayMs, hourMs, minuteMs } from "../../time.ts";
import { type Html, html } from "../kit/html.ts";
import type { FetcherManners } from "./en-about.ts";
import type { Texts } from "./en.ts";
import { failureIn, failureOfStatus, type FailureWords } from "./failure-words.ts";
import { plural } from "./plural.ts";

const locale = "pl-PL";

/** `other` is the form after a fraction. */
const counted = (count: number, [one, few, many, other]: [string, string, string, string]) =>
  plural(locale, count, { one: `# ${one}`, few: `# ${few}`, many: `# ${many}`, other: `# ${other}` });

const written = new Intl.NumberFormat(locale);
const amount = (count: number) => written.format(count);

const articles = (count: number) => counted(count, ["artykuł", "artykuły", "artykułów", "artykułu"]);
const outlets = (count: number) => counted(count, ["redakcja", "redakcje", "redakcji", "redakcji"]);
const feeds = (count: number) => counted(count, ["kanał", "kanały", "kanałów", "kanału"]);
/** After „z”, „po” or „na podstawie” comes the genitive. */
const ofArticles = (count: number) => counted(count, ["artykułu", "artykułów", "artykułów", "artykułu"]);
const ofFeeds = (count: number) => counted(count, ["kanału", "kanałów", "kanałów", "kanału"]);
const items = (count: number) => counted(count, ["wpis", "wpisy", "wpisów", "wpisu"]);
const newItems = (count: number) => counted(count, ["nowy wpis", "nowe wpisy", "nowych wpisów", "nowego wpisu"]);
const fetches = (count: number) => counted(count, ["pobranie", "pobrania", "pobrań", "pobrania"]);
const failedOnes = (count: number) => counted(count, ["nieudane", "nieudane", "nieudanych", "nieudanego"]);
const tokens = (count: number) => counted(count, ["token", "tokeny", "tokenów", "tokena"]);
const calls = (count: number) => counted(count, ["wywołanie", "wywołania", "wywołań", "wywołania"]);
const times = (count: number) => (count === 1 ? "raz" : counted(count, ["raz", "razy", "razy", "raza"]));

const badQuestion = "Ten adres zawiera parametr, którego nie rozumiemy.";
const badEmail = "Podaj poprawny adres e-mail";
const taken = "Konto z tym adresem e-mail już istnieje";
const linkOver = "Ten link wygasł lub został już użyty.";
const badZone = "Wybierz strefę czasową z listy";
const goneItem = "Ten wpis jest niedostępny";
const goneItemWhy = "Został usunięty albo nie pochodzi z Twoich kanałów.";

/** Every sentence on our pages in Polish. Verbs in the past tense are avoided: they would need the reader's gender. */
export const pl: Texts = {
  frame: {
    language: "pl",
    locale,
    skip: "Przejdź do treści",
    mainNavigation: "Menu główne",
    today: "Dziś",
    stream: "Strumień",
    brief: "Przegląd",
    sources: "Źródła",
    search: "Szukaj",
    searchTitle: "Szukaj ( / )",
    addFeed: "Dodaj kanał",
    menu: "Menu",
    feeds: "Kanały i foldery",
    filters: "Filtry i kanały osobiste",
    settings: "Ustawienia",
    operator: "Ten serwer",
    keyboard: "Klawiatura",
    close: "Zamknij",
    copied: "Skopiowano.",
    copyFailed: "Nie udało się skopiować. Zaznacz tekst i skopiuj go ręcznie.",
    keys: [
      [["j", "k"], "następny, poprzedni"],
      [["Enter"], "otwórz"],
      [["o"], "otwórz oryginał"],
      [["h"], "jak piszą inni"],
      [["m"], "przeczytane lub nieprzeczytane"],
      [["s"], "gwiazdka"],
      [["Shift+A"], "oznacz wszystko jako przeczytane"],
      [["Shift+J", "Shift+K"], "następny, poprzedni kanał"],
      [["g t", "g s", "g b", "g f"], "przejdź do: Dziś, Strumień, Przegląd, Kanały"],
      [["/"], "szukaj"],
      [["Esc"], "powrót do listy"],
      [["?"], "ta lista"],
    ],
    levels: {
      plain: "neutralnie",
      mild: "lekko nacechowane",
      loaded: "nacechowane",
      heavy: "mocno nacechowane",
    },
    notRead: "jeszcze bez analizy",
    unread: "nieprzeczytane",
    undo: "Cofnij",
    unreachable: "Serwer jest nieosiągalny. Spróbuj ponownie.",
    dashboard: "Pulpit",
    account: "Konto",
    api: "API",
    fetcher: "Jak pobieramy kanały",
    foot: (version) => `Plainwire ${version}, wiadomości na własnym serwerze.`,
    logIn: "Zaloguj się",
    logOut: "Wyloguj się",
    toDark: "Ciemny motyw",
    toLight: "Jasny motyw",
  },

  problem: {
    heading: "Coś poszło nie tak",
    headings: {
      400: "Nie możemy odczytać tego żądania",
      401: "Zaloguj się",
      403: "Brak dostępu",
      404: "Nie znaleziono strony",
      405: "Tu nie można tego zrobić",
      413: "Za duże",
      429: "Za dużo żądań",
      500: "Przepraszamy, nie udało się",
      503: "Chwilowo niedostępne",
    },
    nothingHere: "Sprawdź adres. Strona mogła zostać usunięta.",
    wrongMethod: (method, allowed) => `Ten adres przyjmuje ${allowed}, a nie ${method}.`,
    cutShort: "Żądanie urwało się przed końcem.",
    databaseDown: "Baza danych nie odpowiada. Nic nie przepadło. Spróbuj ponownie za chwilę.",
    ourFault: (requestId) =>
      `Coś poszło nie tak po naszej stronie (żądanie ${requestId}). Błąd został zapisany. Spróbuj ponownie.`,
    toStart: "Przejdź do strony głównej",
    request: "Żądanie",
  },

  apps: {
    title: "Aplikacje",
    lede: "Osobne hasło dla każdej aplikacji do czytania w telefonie lub komputerze. Nigdy nie podawaj aplikacji hasła do konta.",
    yours: "Twoje hasła aplikacji",
    none: "Nie masz jeszcze żadnego hasła aplikacji.",
    newTitle: "Nowe hasło aplikacji",
    name: "Nazwa",
    nameHint: "Żeby łatwo je rozpoznać, na przykład „Reeder w telefonie”.",
    badName: "Podaj nazwę o długości najwyżej 255 znaków",
    protocol: "Rodzaj konta",
    protocolHint:
      "W większości aplikacji dodaj konto typu „FreshRSS” lub „Google Reader”. Fever jest dla aplikacji, które nie znają nic innego: jego kluczem jest z założenia MD5 adresu e-mail i hasła.",
    protocols: {
      greader: "Google Reader (FreshRSS)",
      fever: "Fever",
      miniflux: "Miniflux",
      api: "Własne API Plainwire",
    },
    protocolHints: {
      greader: "Jeśli aplikacja nie ma pola na adres API, pomiń /api/greader.php.",
      fever:
        "Fever z założenia przetwarza adres e-mail i to hasło funkcją MD5. Wpisz adres e-mail tak, jak jest tu podany. Po zmianie adresu utwórz nowe hasło.",
      miniflux: "Użyj hasła jako klucza API albo razem z adresem e-mail.",
      api: "Wysyłaj je jako token Bearer.",
    },
    accessLabel: "Dostęp",
    access: { all: "odczyt i zmiany", read: "tylko odczyt" },
    titlesLabel: "Tytuły",
    titles: { plain: "rzeczowe tytuły", published: "tytuły jak w oryginale" },
    create: "Utwórz hasło",
    made: "Twoje nowe hasło aplikacji",
    copyNow: "Skopiuj hasło teraz. Nie zostanie pokazane ponownie.",
    address: "Adres",
    user: "Nazwa użytkownika",
    password: "Hasło",
    createdAt: "utworzono",
    lastUsedAt: "ostatnio użyto",
    neverUsed: "nigdy nie użyto",
    fromAddress: (address) => `z adresu ${address}`,
    revoke: "Unieważnij",
    revokeOf: (name) => `Unieważnij hasło: ${name}`,
    revoked: "Hasło zostało unieważnione. Aplikacja nie może go już używać.",
    full: (max) => `Liczba Twoich haseł aplikacji: ${max}. Najpierw unieważnij jedno z nich.`,
    gone: "Nie znaleziono hasła",
    goneWhy: "Zostało już unieważnione.",
    originalTitle: (title) => `Oryginalny tytuł: „${title}”`,
    wording: (score, level) => `Słownictwo: ${score}, ${level}`,
  },

  home: {
    toToday: "Otwórz „Dziś”",
    title: "Wiadomości bez podkręcania",
    lede: "Plainwire pobiera kanały, nie obciążając serwerów, usuwa z tytułów nacechowane słowa tam, gdzie to bezpieczne, zaznacza te, które zostają, i oddaje Ci wiadomości. Działa na Twoim własnym serwerze.",
    example: {
      title: "Co dzieje się z tytułem",
      came: "W oryginale",
      original: "SZOK: Burmistrz miażdży plan budowy mostu!",
      read: "Co czytasz",
      plain: "Burmistrz krytykuje plan budowy mostu",
      note: "Lokalnie, bez usług AI. To, czego nie da się zmienić bezpiecznie, zostaje. Każdy wpis zachowuje pierwotny tytuł, link i powód każdej zmiany.",
    },
    ways: {
      title: "Trzy sposoby czytania",
      list: [
        { name: "Czysty RSS", note: "Każdy kanał z neutralnymi tytułami, w czytniku, którego już używasz." },
        { name: "API w formacie JSON", note: "Neutralne tytuły i oceny słownictwa dla wtyczki lub własnego programu." },
        { name: "Codzienny przegląd", note: "Co się stało od wczoraj, ze źródłem przy każdym zdaniu." },
      ],
      more: html`Piszesz program? Zobacz, <a href="/docs/api">jak odpowiada API</a>. Publikujesz kanał? Przeczytaj,
        <a href="/about-fetcher">jak pobieramy kanały</a>. Prowadzisz ten serwer? Sprawdź jego
        <a href="/healthz">stan</a>.`,
    },
  },

  aboutFetcher: {
    title: "Jak pobieramy kanały",
    lede: "Publikujesz kanał, a w logach widać Plainwire? Oto co robi nasz program, czego nigdy nie robi oraz jak go spowolnić lub zatrzymać.",
    nameTitle: "Jak go rozpoznać",
    name: "Zawsze się przedstawia i nigdy nie udaje przeglądarki:",
    promisesTitle: "Co obiecuje",
    promises,
    controlsTitle: "Jak nim sterować",
    controls: html`<dl class="terms">
      <dt><code>Cache-Control: max-age</code>, <code>Expires</code>, <code>&lt;ttl&gt;</code></dt>
      <dd>Nie wcześniej niż po tym czasie; czeka najwyżej dobę.</dd>
      <dt><code>&lt;skipHours&gt;</code>, <code>&lt;skipDays&gt;</code></dt>
      <dd>Nie w tych godzinach ani w te dni.</dd>
      <dt><code>429</code> lub <code>503</code> z <code>Retry-After</code></dt>
      <dd>Do tego czasu żadnych żądań do Twojego serwera, najwyżej przez siedem dni.</dd>
      <dt><code>410</code>, <code>401</code> lub <code>403</code></dt>
      <dd>Przestaje pobierać.</dd>
      <dt><code>404</code></dt>
      <dd>Przestaje pobierać. Jeśli kanał wcześniej działał, próbuje jeszcze trzy razy: po 1, 3 i 7 dniach.</dd>
      <dt><code>robots.txt</code></dt>
      <dd>
        Przestrzega go na stronach, do których prowadzi kanał. Sam kanał pobiera, bo poprosiła o to osoba, która go
        czyta.
      </dd>
    </dl>`,
    contactTitle: "Jak się z nami skontaktować",
    contact: "Osoby prowadzące ten serwer:",
  },

  api: { title: "API", forPrograms: "To samo dla programów:" },

  register: {
    title: "Załóż konto",
    lede: "Twoje kanały, historia czytania i codzienny przegląd zostają na tym serwerze.",
    operatorTitle: "Załóż konto administratora",
    operatorLede: "To konto będzie zarządzać serwerem: wspólnymi kanałami, kontami i wydatkami na AI.",
    email: "E-mail",
    password: "Hasło",
    passwordHint: (lengthMin) =>
      `Co najmniej ${counted(lengthMin, ["znak", "znaki", "znaków", "znaku"])}. Krótkie zdanie łatwo zapamiętać.`,
    repeated: "Powtórz hasło",
    acceptBefore: "Znam i akceptuję ",
    acceptLink: "politykę prywatności",
    submit: "Załóż konto",
    haveAccount: "Masz już konto?",
    logIn: "Zaloguj się",
    failed: "Konto nie zostało założone.",
    emailInvalid: badEmail,
    repeatedDifferent: "Hasła nie są takie same",
    privacyMissing: "Zaakceptuj politykę prywatności",
    taken,
    closed: "Ten serwer nie przyjmuje nowych kont. Konto może założyć administrator.",
    uninvited: "Aby założyć tu konto, potrzebujesz zaproszenia. Otwórz link z zaproszenia.",
    badToken: `${linkOver} Poproś o nowy.`,
    confirmTitle: "Sprawdź pocztę",
    confirm:
      "Jeśli ten adres nie ma tu jeszcze konta, wysłaliśmy na niego wiadomość. Otwórz link z wiadomości i zaloguj się.",
  },

  passwordFault: (fault) => {
    switch (fault.kind) {
      case "missing":
        return "Podaj hasło";
      case "too-short":
        return `Hasło musi mieć co najmniej ${counted(fault.lengthMin, ["znak", "znaki", "znaków", "znaku"])}`;
      case "too-long":
        return `Hasło może mieć najwyżej ${counted(fault.lengthMax, ["znak", "znaki", "znaków", "znaku"])}`;
      case "guessable":
        return "To hasło zbyt łatwo odgadnąć";
    }
  },

  logIn: {
    title: "Zaloguj się",
    email: "E-mail",
    password: "Hasło",
    submit: "Zaloguj się",
    forgot: "Nie pamiętasz hasła?",
    noAccount: "Nie masz konta?",
    register: "Załóż konto",
    emailMissing: "Podaj adres e-mail",
    passwordMissing: "Podaj hasło",
    wrong: "Nieprawidłowy e-mail lub hasło",
    unconfirmed: "Najpierw potwierdź adres e-mail: otwórz link z wiadomości od nas",
    loggedOut: "Sesja jest zakończona. Zaloguj się ponownie.",
    resetDone: "Hasło zostało zmienione. Zaloguj się nowym hasłem. Kanały osobiste potrzebują nowych adresów.",
  },

  passwordUnfit: "Usługa logowania nie przyjmuje tego hasła. Wybierz inne.",
  tryLater: "Coś poszło nie tak. Spróbuj ponownie później.",
  wrongSetting:
    "Ten serwer nie może połączyć się z usługą logowania z powodu błędnego ustawienia. Administrator znajdzie je poleceniem „plainwire doctor”.",
  throttled: (retryAfterSeconds) =>
    `Za dużo prób. Spróbuj ponownie za ${counted(Math.ceil(retryAfterSeconds / 60), ["minutę", "minuty", "minut", "minuty"])}.`,

  forgot: {
    title: "Zresetuj hasło",
    lede: "Podaj adres e-mail, a wyślemy jednorazowy link.",
    submit: "Wyślij link",
    byOperator: "Ten serwer nie wysyła e-maili. Link do zmiany hasła może utworzyć administrator.",
    sentTitle: "Sprawdź pocztę",
    sent: "Jeśli istnieje konto z tym adresem, wysłaliśmy na niego link. Jest jednorazowy i działa przez 30 minut.",
    sentElsewhere: "Jeśli istnieje konto z tym adresem, wysłaliśmy na niego jednorazowy link.",
    mailSubject: "Ustaw nowe hasło do Plainwire",
    mailText: (url) =>
      `Otrzymaliśmy prośbę o zmianę hasła do Twojego konta.\n\n` +
      `Ten link jest jednorazowy i działa przez 30 minut:\n${url}\n\n` +
      `Jeśli prośba nie pochodzi od Ciebie, zignoruj tę wiadomość: hasło się nie zmieni.\n`,
  },

  reset: {
    title: "Ustaw nowe hasło",
    lede: "Nastąpi wylogowanie ze wszystkich urządzeń. Przestaną też działać tajne adresy kanałów osobistych: utwórz potem nowe.",
    submit: "Ustaw hasło",
    proceed: "Wybierz nowe hasło",
    badToken: `${linkOver} Poproś o nowy.`,
  },

  setup: {
    whereIsLink:
      "Ten serwer nie ma jeszcze administratora. Link, który pozwala nim zostać, jest w dzienniku (logu) serwera.",
    title: "Zostań administratorem",
    lede: (email) => `Konto ${email} będzie zarządzać tym serwerem.`,
    submit: "Zostań administratorem",
    badToken: `${linkOver} Aby otrzymać nowy, uruchom serwer ponownie.`,
    taken: "Ten link już nie działa: serwer ma już administratora. Zaloguj się na tamto konto.",
  },

  account: {
    title: "Konto",
    email: "E-mail",
    operator: "Masz uprawnienia administratora tego serwera.",
    done: {
      password: "Hasło zostało zmienione. Wszystkie inne sesje zostały zakończone.",
      session: "Sesja została zakończona.",
      sessions: "Wszystkie inne sesje zostały zakończone.",
      operator: "Masz teraz uprawnienia administratora tego serwera.",
    },
    passwordTitle: "Zmiana hasła",
    current: "Obecne hasło",
    newPassword: "Nowe hasło",
    repeated: "Powtórz nowe hasło",
    passwordSubmit: "Zmień hasło",
    passwordFailed: "Hasło nie zostało zmienione.",
    currentWrong: "To nie jest obecne hasło",
    sessionsTitle: "Aktywne logowania",
    thisSession: "Ta sesja",
    unknownDevice: "Nieznane urządzenie",
    startedAt: "Logowanie",
    lastSeen: "ostatnia aktywność",
    endSession: "Zakończ",
    endSessionOf: (device) => `Zakończ sesję: ${device}`,
    endOthers: "Zakończ wszystkie inne sesje",
    sessionGone: "Ta sesja jest już zakończona.",
    exportTitle: "Twoje dane",
    exportText: "Wszystko, co o Tobie przechowujemy, oraz lista kanałów dla dowolnego czytnika.",
    exportJson: "Wszystkie dane (JSON)",
    exportOpml: "Kanały (OPML)",
    opmlTitle: (email) => `Kanały: ${email}`,
    deleteTitle: "Usunięcie konta",
    deleteText:
      "Kanały, historia czytania, gwiazdki, przeglądy i ustawienia zostaną usunięte od razu. Tego nie można cofnąć.",
    deletePassword: "Twoje hasło",
    deleteSubmit: "Usuń moje konto i wszystkie dane",
    deleteFailed: "Konto nie zostało usunięte.",
    deletedTitle: "Konto zostało usunięte",
    deleted: "Wszystkie Twoje dane zostały usunięte z tego serwera. Dziękujemy za wspólny czas.",
  },

  settings: {
    title: "Ustawienia",
    all: "Wszystkie ustawienia",
    sections: {
      account: "Konto",
      sessions: "Sesje",
      appearance: "Wygląd",
      language: "Język i czas",
      keyboard: "Klawiatura",
      mail: "E-mail",
      filters: "Filtry",
      personal: "Kanały osobiste",
      apps: "Aplikacje",
      data: "Twoje dane",
      delete: "Usunięcie konta",
    },
    save: "Zapisz",
    saved: "Zapisano.",
    notSaved: "Nic nie zapisano. Odśwież stronę i wybierz ponownie.",

    appearance: {
      note: "Jak wyglądają Twoje strony. Ustawienie działa w każdej przeglądarce po zalogowaniu.",
      theme: "Motyw",
      themes: { system: "Jak w systemie", light: "Jasny", dark: "Ciemny" },
      density: "Gęstość",
      densities: { comfortable: "Swobodna", compact: "Zwarta" },
      textSize: "Wielkość tekstu",
      textSizes: { small: "Mała", normal: "Zwykła", large: "Duża", larger: "Bardzo duża" },
      titles: "Tytuły",
      plainTitles: "Pokazuj neutralne tytuły",
      plainTitlesHint: "Bez tego tytuły są takie, jak je opublikowano, z zaznaczonymi nacechowanymi słowami.",
      pictures: "Zdjęcia",
      showPictures: "Pokazuj zdjęcia",
      picturesHint: "Pobiera je ten serwer, więc strony, z których pochodzą, Cię nie widzą.",
    },
    language: {
      note: "Język menu i przycisków. Wiadomości zostają w swoim języku.",
      language: "Język",
      languages: { browser: "Jak w przeglądarce", en: "English", de: "Deutsch", pl: "Polski" },
      zone: "Strefa czasowa",
      zoneHint: "Wpisz miasto po angielsku, na przykład Warsaw. Dla wszystkich godzin i dla codziennego przeglądu.",
      badZone,
    },
    keyboard: {
      note: "Poruszaj się po wiadomościach bez myszy.",
      keys: "Klawisze",
      useKeys: "Używaj pojedynczych klawiszy",
      useKeysHint: "Wyłącz, jeśli pojedyncze klawisze przeszkadzają przeglądarce lub czytnikowi ekranu.",
    },
    mail: {
      note: (email) => `Co wysyłamy na adres ${email}.`,
      none: "Ten serwer nie może wysyłać e-maili. Osoba, która go prowadzi, musi najpierw ustawić SMTP_URL.",
      feeds: "Niedziałające kanały",
      feedMails: "Napisz do mnie, gdy kanał nie działa od tygodnia",
      feedMailsHint: "Raz dla każdego kanału i najwyżej jedna wiadomość dziennie.",
      brief: "Przegląd",
      toBrief: "Wybierz, czy przegląd ma przychodzić e-mailem",
      test: "Sprawdź",
      sendTest: "Wyślij mi wiadomość testową",
      testHint: "Jeśli nie dotrze w ciągu kilku minut, sprawdź folder ze spamem.",
      sent: (email) => `Wiadomość testowa została wysłana na adres ${email}.`,
      notSent:
        "Serwer poczty nie przyjął wiadomości testowej. Spróbuj później albo powiedz o tym osobie, która prowadzi ten serwer.",
      tooMany: "Wysłano już kilka wiadomości testowych. Spróbuj ponownie za 15 minut.",
      testSubject: "Wiadomość testowa z Plainwire",
      testText: "W ustawieniach Plainwire zamówiono wiadomość testową. E-maile z tego serwera do Ciebie docierają.\n",
      stopAsk: "Nie będziemy już pisać o niedziałających kanałach. Nadal będzie je widać w Plainwire.",
      stopped: "Nie będziemy już wysyłać wiadomości o niedziałających kanałach.",
      stoppedWhy:
        "Strona „Dziś” nadal powie, gdy któryś kanał wymaga uwagi. Wiadomości można znów włączyć w ustawieniach.",
    },
    offline: {
      title: "Plainwire jest nieosiągalny",
      why: "Być może nie masz połączenia albo serwer nie działa.",
      again: "Spróbuj ponownie",
      text: "„Dziś” i ostatnio otwarte artykuły są nadal dostępne.",
      toToday: "Otwórz „Dziś”",
      savedCopy: "Plainwire jest nieosiągalny. To kopia z ostatniej wizyty.",
    },
    app: { description: "Wiadomości bez podkręcania, z Twojego własnego serwera." },
  },

  privacy: {
    title: "Polityka prywatności",
    lede: "Co ten serwer o Tobie przechowuje, po co i jak długo.",
    points: [
      ["Adres e-mail i skrót hasła", "do logowania. Samego hasła nigdy nie przechowujemy."],
      [
        "Sesje: nazwa urządzenia, adres sieciowy, godziny",
        "aby można było je zobaczyć i zakończyć. Najwyżej przez 30 dni.",
      ],
      ["Subskrypcje, filtry, historia czytania, gwiazdki, przeglądy", "bo na tym polega ta usługa."],
      [
        "Zdarzenia: rejestracja, logowanie, dodanie kanału, utworzenie przeglądu",
        "aby wiedzieć, jak używany jest serwer.",
      ],
      [
        "Ciasteczka: dla sesji, ochrony formularzy, rozpoznania przeglądarki przy następnym logowaniu i motywu",
        "żadne nie śledzi Cię na innych stronach.",
      ],
      [
        "W Twojej przeglądarce: „Dziś” i 50 ostatnio otwartych artykułów",
        "aby można je było czytać bez połączenia. Znikają po wylogowaniu lub po końcu sesji.",
      ],
    ],
    feeds: "Wydawcy widzą, że ten serwer pobiera ich kanały i ile osób je czyta, ale nigdy kto.",
    rights: "W ustawieniach można w każdej chwili pobrać lub usunąć wszystkie te dane.",
    operator: "Za ten serwer odpowiada jego administrator. Może rozszerzyć tę politykę.",
  },

  brief: {
    title: "Przegląd",
    yours: "Twój przegląd",
    today: "Dzisiejszy przegląd",
    ofDay: (day) => `Przegląd: ${day}`,
    readAll: "Czytaj całość",
    empty: "Nie ma jeszcze przeglądu. Przegląd streszcza ostatnie 24 godziny Twoich kanałów w kilku akapitach.",
    emptyTitle: "Nie ma jeszcze przeglądu",
    emptyWhy: "Przegląd streszcza ostatnie 24 godziny Twoich kanałów w kilku akapitach.",
    generate: "Utwórz",
    again: "Napisz od nowa",
    writeWithoutModel: "Napisz bez AI",
    thinking:
      "AI pisze przegląd. Może to potrwać dwie minuty. Można opuścić tę stronę: przegląd będzie tu czekać po powrocie.",
    written: "Napisano o",
    fromItems: (count) => `na podstawie ${ofArticles(count)}`,
    byModel: (model) => `model ${model}`,
    withoutModel: "bez AI",
    leftOut: (count) =>
      plural(locale, count, {
        one: "Pominięto # zdanie, bo źródła tego nie mówią.",
        few: "Pominięto # zdania, bo źródła tego nie mówią.",
        many: "Pominięto # zdań, bo źródła tego nie mówią.",
        other: "Pominięto # zdania, bo źródła tego nie mówią.",
      }),
    extractNote: "Napisano bez AI, ze zdań z naszych streszczeń.",
    minutes: (count) => `${amount(count)} min`,
    reference: (number, title) => `Wpis ${number}: ${title}`,
    references: "Źródła",
    outlets,
    itemGone: "Wpis z kanału, którego już nie obserwujesz.",
    print: "Drukuj",
    copyText: "Kopiuj jako tekst",
    toMail: "Ustawienia e-maili, wiadomość testowa",
    all: "Wszystkie przeglądy",
    settings: "Ustawienia",
    noFolder: "Bez folderu",
    noTopic: "Inne",

    since: "Od poprzedniego przeglądu",
    isNew: "Nowe",
    isChanged: "Zmienione",
    isGone: "Zakończone",
    newReports: (count) => counted(count, ["nowy artykuł", "nowe artykuły", "nowych artykułów", "nowego artykułu"]),
    editedBy: (names) => `zmiany w artykułach: ${names}`,
    noLonger: "już poza przeglądem",

    mailRefused: (email) => `Serwer poczty odrzucił ten przegląd dla ${email}. Sprawdź adres e-mail swojego konta.`,
    mailWaits: (email) =>
      `Nie udało się jeszcze wysłać tego przeglądu na ${email}. Spróbujemy ponownie w ciągu godziny.`,
    mailOver: (email) => `Nie udało się wysłać tego przeglądu na ${email}: serwer poczty nie odpowiedział.`,

    noItems: "Brak artykułów z ostatnich 24 godzin",
    busy: "Przegląd już powstaje",
    unavailable: "Usługa AI jest chwilowo niedostępna",
    failed: "Nie udało się utworzyć przeglądu. Spróbuj ponownie później.",
    loadFailed: "Nie udało się wczytać przeglądu",
    gone: "Nie masz takiego przeglądu.",
    badPage: "Nie ma takiej strony przeglądów.",

    time: "Godzina",
    timeHint: "Zostaw puste, aby przegląd powstawał tylko na życzenie.",
    zone: "Strefa czasowa",
    length: "Długość",
    lengths: { short: "Krótki", normal: "Zwykły", long: "Długi" },
    languages: (chosen) => `Języki: ${chosen}`,
    allLanguages: "wszystkie",
    languagesHint: "Nie zaznaczaj żadnego, aby czytać artykuły we wszystkich.",
    folders: (chosen, all) => `Foldery: ${amount(chosen)} z ${amount(all)}`,
    byMail: (email) => `Wysyłaj na ${email}`,
    noMail: "Ten serwer nie może wysyłać e-maili.",
    save: "Zapisz",
    badTime: "Podaj godzinę, na przykład 06:40",
    badZone,
    badSettings: "Wybierz jedną z opcji formularza",
    noFolders: "Wybierz co najmniej jeden folder",
    planned: (at, timeZone) => `Przegląd będzie powstawać codziennie o ${at}, strefa czasowa ${timeZone}.`,
    unplanned: "Przegląd powstaje tylko na życzenie.",
    historyEmpty: "Tu pojawią się Twoje przeglądy.",
    historyPages: "Strony przeglądów",
    newer: "Nowsze",
    older: "Starsze",

    stopTitle: "Rezygnacja z e-maili",
    stopAsk: "Przeglądy nie będą już przychodzić e-mailem. Zostaną na Twojej stronie.",
    stop: "Zrezygnuj z e-maili",
    stopped: "Przeglądy nie będą już przychodzić e-mailem.",
    stoppedWhy: "Przeglądy zostają na Twojej stronie. E-maile można znów włączyć w ustawieniach przeglądu.",
    badLink: "Ten link jest niepełny. Otwórz go jeszcze raz z wiadomości albo zmień ustawienia przeglądu.",
  },

  today: {
    title: "Dziś",
    folders: "Foldery",
    all: "Wszystkie",
    show: "Pokaż",
    unreadOnly: "Nieprzeczytane",
    outlets,
    howTheyPutIt: "Jak o tym piszą",
    itsOwnWords: "W oryginale",
    wording: "Słownictwo",
    brief: "Dzisiejszy przegląd",
    more: "Więcej tematów",
    sinceYesterday: "Od wczoraj",
    moreReports: (count) => counted(count, ["nowy artykuł", "nowe artykuły", "nowych artykułów", "nowego artykułu"]),
    changedHeadline: (name, count) =>
      count === 1 ? `${name}: zmieniony tytuł` : `${name}: tytuł zmieniony ${times(count)}`,
    nothingNew: "Bez nowych artykułów",
    needLook: (count) =>
      counted(count, ["kanał wymaga uwagi", "kanały wymagają uwagi", "kanałów wymaga uwagi", "kanału wymaga uwagi"]),
    seeWhy: "Zobacz dlaczego",
    nothingUnread: "Wszystko przeczytane.",
    nothingUnreadWhy: "Nowe tematy pojawią się tu na bieżąco.",
    showAll: "Pokaż wszystkie tematy",
    empty: "Nie ma jeszcze wiadomości",
    emptyWhy: "Tematy pojawią się tu zaraz po pobraniu Twoich kanałów.",
  },

  article: {
    article: "Artykuł",
    toStream: "Strumień",
    previous: "Poprzedni",
    previousTitle: "Poprzedni (k)",
    next: "Następny",
    nextTitle: "Następny (j)",
    star: "Oznacz gwiazdką",
    unstar: "Usuń gwiazdkę",
    markRead: "Oznacz jako przeczytane",
    markUnread: "Oznacz jako nieprzeczytane",
    copy: "Kopiuj link",
    copied: "Link skopiowany.",
    copyFailed: "Nie udało się skopiować linku.",
    share: "Udostępnij",
    original: "Oryginał",
    originalTitle: "Otwórz oryginał (o)",
    originalAt: (host) => `Czytaj na ${host}`,

    wholeTitle: "Pokaż cały tytuł",
    lessTitle: "Pokaż mniej",
    tookOut: "Co usunęliśmy",
    future: "Kanał podaje datę z przyszłości.",
    readingTime: "Czas czytania",
    otherOutlets: (count) =>
      `${plural(locale, count, {
        one: "Pisze o tym jeszcze # redakcja",
        few: "Piszą o tym jeszcze # redakcje",
        many: "Pisze o tym jeszcze # redakcji",
        other: "Pisze o tym jeszcze # redakcji",
      })}. Porównaj słownictwo`,
    alsoRead: (count) =>
      `Jako przeczytane oznaczono też ${counted(count, ["inny artykuł", "inne artykuły", "innych artykułów", "innego artykułu"])} na ten temat.`,
    inShort: "W skrócie",
    standIn: "Ten artykuł nie ma własnego neutralnego zdania. To pochodzi z innego artykułu na ten temat:",

    noText: "Kanał podaje tylko tytuł.",
    onlyThis: "To wszystko, co podaje kanał.",
    pageComing: "Pobieramy pełny tekst. Otwórz tę stronę ponownie za chwilę.",
    tooLong: "Ten tekst jest za długi, aby pokazać go tu w całości.",
    notShown: "Ten tekst jest za duży lub zbyt zawile zapisany, aby go tu pokazać.",
    table: "Tabela",
    code: "Kod",
    plainWord: (word) => `Neutralne słowo: ${word}`,
    kinds: {
      emotive: ["Granie na emocjach", "Podpowiada, co czuć."],
      judgement: ["Ocena", "Ocenia, zamiast informować."],
      exaggeration: ["Przesada", "Twierdzi więcej, niż wynika z faktów."],
      violence: ["Słowo z języka przemocy", "W tym zdarzeniu nie było przemocy."],
      teaser: ["Zajawka", "Ukrywa, o co chodzi."],
      shouting: ["Krzyk", "Chce uwagi, zanim cokolwiek powie."],
      name: ["Etykietowanie", "Przykleja ludziom etykiety, zamiast powiedzieć, co zrobili."],
      mind: ["Czytanie w myślach", "Twierdzi, że wie, co ktoś czuje lub myśli."],
      appeal: ["Wezwanie czytelnika", "Namawia do działania."],
      insinuation: ["Insynuacja", "Sugeruje coś, nie mówiąc tego wprost."],
    },

    files: "Pliki",
    listen: "Posłuchaj",
    watch: "Obejrzyj",
    download: (type) => `Otwórz plik (${type})`,

    about: "O tym artykule",
    wording: "Jak to napisano",
    thisArticle: "Ten artykuł",
    plain: "neutralnie",
    heavy: "mocno nacechowane",
    scale: (own, others) => `Ten artykuł: ${own}. Inne artykuły na ten temat: ${others.join(", ")}.`,
    rings: "Kółka to inne artykuły na ten temat.",
    notAnalysed: {
      pending: "Jeszcze bez analizy.",
      done: "Jeszcze bez analizy.",
      failed: "Analiza się nie powiodła.",
      skipped: "Ten kanał nie jest analizowany.",
    },
    notMarked: "Nie czytamy jeszcze tego języka, więc w tekście nie ma zaznaczonych słów.",
    howLoaded: "Ocena słownictwa i jej powody",
    overall: "Słownictwo",
    outOfOne: (score, analyzer) => `${score} z 1 (${analyzer})`,
    part: (score) => `${score} z 1`,
    partWithConfidence: (score, word, confidence) => `${score} z 1, pewność: ${word} (${confidence})`,
    confidence: { low: "niska", medium: "średnia", high: "wysoka" },
    found: "Co znaleziono",
    inTitle: "w tytule",
    inText: "w tekście",
    howAnalysed: "Jak przebiegła analiza",
    authors: {
      title: {
        original: "Tytuł: jak w oryginale.",
        safe_edit: "Tytuł: na podstawie list słów.",
        lead_sentence: "Tytuł: zdanie z artykułu, wybrane na podstawie list słów.",
        llm: (model) => `Tytuł: model ${model}.`,
      },
      summary: {
        words: "W skrócie: zdania z artykułu, wybrane na podstawie list słów.",
        llm: (model) => `W skrócie: model ${model}.`,
      },
    },
    refused: {
      title: (why) => `Tytuł modelu został odrzucony: ${why}`,
      description: (why) => `Opis modelu został odrzucony: ${why}`,
      summary: (why) => `Streszczenie modelu zostało odrzucone: ${why}`,
    },
    refusedWhy: {
      injection: () => "artykuł próbuje wydawać polecenia modelom.",
      empty: () => "tekst był pusty.",
      talk: () => "model mówił o swojej odpowiedzi, zamiast ją podać.",
      prompt: () => "tekst powtarzał nasze instrukcje.",
      language: () => "tekst był w innym języku.",
      command: () => "tekst mówił czytelnikom lub modelom, co mają robić, albo podawał adres.",
      repeats: () => "tekst się powtarzał.",
      number: (words) => `tej liczby nie ma w artykule: ${words}.`,
      name: (words) => `tekst wymienia: ${words}, a artykuł nie.`,
      quotation: () => "cudzysłowy nie zgadzały się z artykułem.",
      negation: () => "zniknęło lub doszło „nie”.",
      new_words: (words) => `tego nie ma w artykule: ${words}.`,
      too_long: () => "tekst był dłuższy, niż trzeba.",
      louder: () => "tekst był mocniej nacechowany niż tytuł z list słów.",
    },
    older: "Co mówiły starsze wersje",
    olderNote: "Od tego czasu analiza lokalna została ulepszona. Te wyniki już się nie liczą.",
    olderUntil: (version) => `Wersja ${version}, do:`,
    olderOverall: (score) => `Słownictwo: ${score} z 1`,
    facts: "Fakty w artykule",
    noFacts: "W tekście nie znaleziono faktów.",

    edits: "Zmiany po publikacji",
    earlierEdits: "Wcześniejsze zmiany",
    titleChange: "Tytuł",
    textChange: "Tekst",
    sameText: "Tekst się nie zmienił.",
    scoreMoved: (name, before, after) => `${name}: ${before} → ${after}`,
    scoresSame: "Oceny się nie zmieniły.",
    scoresUnknown: "Nowy tekst nie ma jeszcze ocen.",

    moreFrom: (name) => `Więcej z kanału ${name}`,
    gone: goneItem,
    goneWhy: goneItemWhy,
  },

  story: {
    title: "Temat",
    toToday: "Dziś",
    outlets,
    languages: (count) => counted(count, ["język", "języki", "języków", "języka"]),
    firstAndLatest: { first: "pierwszy artykuł", latest: "ostatni" },
    scale: (shown) => `Redakcje od neutralnych do mocno nacechowanych: ${shown.join(", ")}`,
    loadedFromHere: "odtąd nacechowane",
    headlines: "Jak napisała o tym każda redakcja",
    outlet: "Redakcja",
    ownHeadline: "Tytuł w oryginale",
    wording: "Słownictwo",
    edited: (count) => `Zmieniono ${times(count)}.`,
    inShort: "W skrócie",
    fromPlainest: (name) => `Z najbardziej neutralnego artykułu: ${name}.`,
    differing: "Liczby, które się różnią",
    whatTheyTell: "Co podają",
    dotMeans: "Kropka oznacza, że artykuł o tym mówi. Otwórz fakt, aby zobaczyć zdania.",
    fact: "Fakt",
    byAll: (count, reports) =>
      count === 1
        ? `W jedynym artykule${count < reports ? ", który ma tekst" : ""}`
        : `We wszystkich ${amount(count)} artykułach${count < reports ? ", które mają tekst" : ""}`,
    bySome: "W kilku artykułach",
    byOne: "Tylko w jednym artykule",
    unsure: "W jednym artykule; inne nie mają tu tekstu lub są w innym języku",
    tells: (name) => `${name}: tak`,
    tellsNot: (name) => `${name}: nie`,
    none: "W tych artykułach nie znaleziono faktów.",
    howMeasured: "Jak to mierzymy",
    note: "Artykuł podaje fakt, jeśli jedno z jego zdań zawiera te same liczby, nazwy i większość słów.",
    timeline: "Artykuły i zmiany",
    reports: "publikuje artykuł",
    reportsFirst: "publikuje artykuł przed innymi",
    changedHeadline: "zmienia tytuł",
    changedText: "zmienia tekst",
    star: "Oznacz gwiazdką",
    unstar: "Usuń gwiazdkę",
    gone: "Ten temat jest niedostępny",
    goneWhy: "W Twoich kanałach nie ma już artykułów na ten temat.",
  },

  sources: {
    title: "Źródła",
    rankBy: "Kolejność według",
    traits: {
      loaded: "Nacechowane słowa",
      clickbait: "Clickbait",
      hedging: "Przypuszczenia",
      edits: "Zmiany po publikacji",
    },
    period: "Okres",
    periods: { week: "Tydzień", month: "4 tygodnie", year: "Rok" },
    notes: {
      loaded: "Jak nacechowane jest słownictwo redakcji, od 0 (neutralnie) do 10 (mocno nacechowane).",
      clickbait: "Jak często tytuły redakcji kuszą, zamiast informować, od 0 do 10.",
      hedging: "Jak często redakcja pisze o tym, co być może, a nie o tym, co jest, od 0 do 10.",
      edits:
        "Redakcje, które zmieniają artykuły po publikacji, zaczynając od najczęstszych zmian. Wykres pokazuje, jak nacechowane jest ich słownictwo.",
    },
    howToRead: "Kropka to typowy artykuł, gruba kreska połowa artykułów, cienka prawie wszystkie.",
    limits: "Mierzymy słownictwo, a nie prawdę. Nie ma tu lewicy ani prawicy.",
    onlyNewest: (count) =>
      plural(locale, count, {
        one: "To kanał z najnowszymi artykułami.",
        few: "To Twoje # kanały z najnowszymi artykułami.",
        many: "To Twoich # kanałów z najnowszymi artykułami.",
        other: "To Twoje # kanału z najnowszymi artykułami.",
      }),
    outlet: "Redakcja",
    spread: "Rozrzut",
    axis: { low: "neutralnie", middle: "5", high: "mocno nacechowane" },
    typical: "Typowo",
    wording: "Słownictwo",
    reports: "Artykuły",
    edits: "Zmiany",
    noEdits: "brak",
    figure: (typical, lower, upper) => `Typowo ${typical}, połowa artykułów między ${lower} a ${upper}`,
    empty: "Nie ma jeszcze czego porównać",
    emptyWhy: "Redakcje pojawią się tu po analizie ich pierwszych artykułów.",
    pages: "Strony źródeł",
    previous: "Poprzednia",
    next: "Następna",
    readItems: "Czytaj wpisy",
    reportsIn: (count) => `${articles(count)} w ciągu czterech tygodni`,
    weekByWeek: "Słownictwo tydzień po tygodniu",
    trend: (name, low, high) => `${name}: typowe słownictwo w kolejnych tygodniach, między ${low} a ${high}`,
    trendNote: "Linia: typowy artykuł. Szare pole: połowa artykułów.",
    oneWeek: "Linia zaczyna się od drugiego tygodnia.",
    now: "teraz",
    weeksAsTable: "Tygodnie w tabeli",
    week: "Tydzień od",
    asItCame: "W oryginale i po naszej zmianie",
    noPairs: "Żaden tytuł z ostatnich czterech tygodni nie wymagał zmiany.",
    words: "Ulubione słowa",
    wordsNote: "Ile razy w tytułach z czterech tygodni. Cytatów nie liczymy.",
    noWords: "W tytułach nie znaleziono nacechowanych słów.",
    editsTitle: "Zmiany po publikacji",
    editsOf: (edited, reports) => `Po publikacji zmieniono ${amount(edited)} z ${ofArticles(reports)}.`,
    byKind: "Według rodzaju",
    often: ["prawie nigdy", "czasem", "często", "bardzo często"],
    badQuestion: "Nie możemy odczytać tego adresu. Otwórz „Źródła” ponownie.",
    gone: "To nie jest Twój kanał",
    goneWhy: "Widać tu tylko źródła z Twojej listy.",
  },

  stream: {
    title: "Strumień",
    shelf: "Foldery i kanały",
    everything: "Wszystko",
    starred: "Z gwiazdką",
    allOf: (folder) => `Cały folder ${folder}`,
    noFolder: "Bez folderu",
    yourFeeds: "Kanały",
    feedsAndFolders: "Kanały i foldery",
    moreFeeds: "Więcej kanałów",
    unread: (count, isMore) => (isMore ? `${amount(count)}+` : amount(count)),
    unreadLabel: "nieprzeczytane",
    notFetched: "jeszcze nie pobrano",

    items: "Wpisy",
    show: "Pokaż",
    views: { unread: "Nieprzeczytane", all: "Wszystkie", starred: "Z gwiazdką", hidden: "Ukryte" },
    sortTo: { newest: "Pokaż od najnowszych", oldest: "Pokaż od najstarszych" },
    search: "Szukaj",
    searchIn: (place) => `Szukaj w: ${place}`,
    searchHint: "Słowa, „fraza”, -bez",
    wordingUpTo: (score) => `Słownictwo do ${score}`,
    anyWording: "Pokaż każde słownictwo",

    unreadItem: "nieprzeczytane",
    star: (title) => `Oznacz gwiazdką: ${title}`,
    starTip: "Oznacz gwiazdką (s)",
    markRead: (title) => `Oznacz jako przeczytane: ${title}`,
    markUnread: (title) => `Oznacz jako nieprzeczytane: ${title}`,
    markReadTip: "Przeczytane lub nieprzeczytane (m)",
    upToHere: (title) => `Oznacz jako przeczytane dotąd: ${title}`,
    upToHereTip: "Oznacz jako przeczytane dotąd",
    markAbove: "Oznacz wszystko powyżej jako przeczytane",
    markAll: "Oznacz wszystkie jako przeczytane",
    moreOutlets: (count) => `+${outlets(count)}`,
    compare: (count, title) => `+${outlets(count)}, porównaj: ${title}`,

    marked: (count) => `Oznaczono jako przeczytane: ${items(count)}.`,
    unmarked: (count) => `Znów nieprzeczytane: ${items(count)}.`,
    more: "Więcej wpisów",
    toStart: { newest: "Wróć do najnowszych", oldest: "Wróć do najstarszych" },
    pick: "Wybierz wpis, aby przeczytać go tutaj.",

    empty: {
      unread: ["Wszystko przeczytane.", "Nowe wpisy pojawią się tu na bieżąco."],
      all: ["Nie ma jeszcze wpisów", "Pojawią się tu zaraz po pobraniu jednego z Twoich kanałów."],
      starred: ["Nie ma jeszcze wpisów z gwiazdką.", "Gwiazdka w wierszu zachowuje wpis tutaj."],
      hidden: ["Twoje filtry niczego nie ukryły.", "Tu znajdzie się to, co ukryje filtr."],
    },
    noMatch: ["Żaden wpis nie zawiera wszystkich tych słów.", "Użyj mniejszej liczby słów albo szukaj we wszystkim."],
    noWords: ["Zapytanie nie zawiera słów.", "Podaj słowo albo frazę w cudzysłowie."],
    showAll: "Pokaż wszystkie wpisy",
    searchEverything: "Szukaj we wszystkim",

    gone: "Poza Twoimi kanałami",
    goneWhy: "Nie obserwujesz tego kanału albo folder został usunięty.",
    badQuestion,
  },

  engine: {
    page: {
      read: "Strona artykułu została przeczytana.",
      waiting: "Strona artykułu czeka na przeczytanie.",
      "long-enough": "Strony nie czytaliśmy: tekst w kanale jest wystarczająco długi.",
      "nobody-reads": "Strony nie czytaliśmy: nikt nie czytał tego kanału, gdy wpis się pojawił.",
      "too-old": "Strony nie czytaliśmy: wpis był za stary, gdy się pojawił.",
      never: "Strony nie czytaliśmy: stron tego kanału nie pobieramy.",
      "no-address": "Strony nie czytaliśmy: kanał nie podaje jej adresu.",
      off: "Strony nie czytaliśmy: ten kanał nie jest analizowany.",
      failed: "Nie udało się przeczytać strony.",
    },
    model: {
      read: "Wpis przeczytał model.",
      waiting: "Żaden model jeszcze nie przeczytał wpisu: czeka w kolejce.",
      "no-model": "Żaden model nie przeczytał wpisu: gdy się pojawił, żaden nie był ustawiony.",
      "words-only": "Żaden model nie przeczytał wpisu: ten kanał jest analizowany tylko offline.",
      off: "Żaden model nie przeczytał wpisu: ten kanał nie jest analizowany.",
      "too-old": "Żaden model nie przeczytał wpisu: jest za stary.",
      budget: "Żaden model jeszcze nie przeczytał wpisu: dzienny budżet jest wyczerpany.",
      stopped: "Żaden model jeszcze nie przeczytał wpisu: usługa AI nam odmawia. Powód jest na stronie operatora.",
      failed: "Żaden model nie przeczytał wpisu: jego odpowiedzi nie nadawały się do użycia.",
    },
    whyNext: {
      candidates: {
        "adaptive-interval": "odstęp dopasowany do tego, jak często kanał się zmienia",
        "learned-interval": "odstęp wyuczony z tego, kiedy kanał publikuje",
        "readers-interval": "odstęp wybrany przez czytelników",
        "fixed-interval": "stały odstęp tego kanału",
        ceiling: "najdłuższy dopasowany odstęp",
        floor: "najkrótszy możliwy odstęp",
        "success-interval": "zwykły odstęp; skrócić go może tylko sam serwer",
        freshness: "Cache-Control lub Expires serwera",
        ttl: "ttl kanału",
        "update-period": "sy:updatePeriod kanału",
        backoff: "dłuższa przerwa po kilku błędach z rzędu",
        circuit: "przerwa po wciąż tym samym błędzie",
        "retry-after": "Retry-After serwera",
        "unexplained-refusal": "czterokrotny odstęp, bo serwer odmówił i nie podał terminu",
        probe: "późna próba w kanale, który wcześniej działał",
        "host-busy": "kolejna próba, bo przekierowanie prowadziło do zajętego serwera",
        stopping: "kolejna próba, bo pobieranie było właśnie zatrzymywane",
        "not-saved": "kolejna próba, bo nie udało się zapisać wyniku",
        "validators-refused": "kolejna próba bez walidatorów, bo serwer je odrzucił (HTTP 412)",
      },
      shifts: {
        jitter: "losowe opóźnienie, aby kanały nie były pobierane w tej samej chwili",
        "skip-times": "skipHours i skipDays kanału",
      },
      halts: {
        "polling-off": "pobieranie tego kanału jest wyłączone",
        suspended: "kanał jest wstrzymany do ponownej próby lub zmiany adresu",
        "one-strike": "kanał ma się zatrzymać po pierwszym błędzie",
      },
      halted: (why) => `Nie ma następnego pobrania: ${why}.`,
      verdict: (at, why) => `Następne pobranie ${at}. Decyduje: ${why}.`,
      notBefore: (at, wait, why) => `Nie wcześniej niż ${at} (${wait}): ${why}.`,
      moved: (at, why) => `Potem przesunięte na ${at}: ${why}.`,
      habit: ({ perWeek, days, hours, recent }) =>
        [
          "Kanał publikuje zwykle",
          sayRate(perWeek, {
            daily: (items) => ` około ${amount(items)} wpisów dziennie`,
            weekly: (items) =>
              items === 1 ? " około jednego wpisu tygodniowo" : ` około ${amount(items)} wpisów tygodniowo`,
            rarely: " mniej niż jeden wpis tygodniowo",
          }),
          days === null ? "" : { weekdays: ", w dni robocze", weekends: ", w weekendy" }[days],
          hours === null ? "" : `, najczęściej od ${clock(hours.from)} do ${clock(hours.until)} UTC`,
          recent === 0 ? "" : `; w ostatnich czterech godzinach: ${amount(recent)}`,
          ".",
        ].join(""),
    },
    failure: (kind, sentence) => failureIn(failures, kind, sentence),
    reasons: {
      heads: {
        "Read by a small trained model, no AI service. It finds loaded and teasing wording, not slant or false claims.":
          "Przeczytał to mały wytrenowany model, bez usługi AI. Znajduje słowa nacechowane i budzące ciekawość, a nie stronniczość ani nieprawdę.",
        "Loaded words": "Słowa nacechowane",
        "No loaded words found.": "Nie znaleziono słów nacechowanych.",
        "Teasing words": "Słowa budzące ciekawość",
        "Not worded like clickbait.": "To nie jest sformułowane jak clickbait.",
        "Words that tell the reader what to do or feel": "Słowa, które mówią, co robić lub czuć",
        "No appeals found.": "Nie znaleziono apeli do czytelnika.",
        Shouting: "Krzyk",
        "No shouting found.": "Nie znaleziono krzyku.",
        "Loud signs found": "Znalezione głośne znaki",
        "No loud signs found.": "Nie znaleziono głośnych znaków.",
        "Hedged or unattributed wording found": "Znalezione sformułowania niepewne lub bez źródła",
        "No hedged wording found.": "Nie znaleziono niepewnych sformułowań.",
      },
      unread: (language) => `Tytuły w języku „${language}” nie są analizowane.`,
      more: (count) => ` i jeszcze ${amount(count)}`,
    },
  },

  feeds: {
    title: "Kanały i foldery",
    dashboardFailed: "Nie udało się wczytać pulpitu. Odśwież stronę.",
    filterWrong: "Nieprawidłowe parametry filtra",
    queryWrong: "Nieprawidłowe parametry zapytania",
    listFailed: "Nie udało się wczytać kanałów",
    search: "Szukaj po nazwie",
    searchLabel: "Szukaj kanałów po nazwie",
    searchSubmit: "Szukaj",
    status: "Stan",
    // Short: the four and their counts stand in one row on a phone.
    filter: { all: "Wszystkie", working: "Działa", pending: "Czeka", error: "Błąd" },
    summary: (counts, shown) =>
      `Na liście: ${feeds(shown)}. Działa: ${amount(counts.working)}, czeka: ${amount(counts.pending)}, z błędem: ${amount(counts.error)}.`,
    noFeeds: "Nie ma jeszcze kanałów. Dodaj adres strony albo zaimportuj listę z innego czytnika.",
    noMatch: "Żaden z Twoich kanałów nie pasuje.",
    pages: "Strony listy",
    range: (first, last, all) => `${amount(first)}–${amount(last)} z ${amount(all)}`,
    previous: "Poprzednia",
    next: "Następna",
    removed: (count) => `Usunięte w ciągu ostatnich 24 godzin: ${amount(count)}`,
    undo: "Cofnij",
    undoAll: "Przywróć wszystkie",
    undoSome: "Tylko niektóre",
    removedTogether: (count) => `Usunięto naraz: ${feeds(count)}`,
    undoOf: (name) => `Cofnij usunięcie: ${name}`,

    state: {
      working: "Działa",
      pending: "Czeka",
      retrying: "Ponawianie",
      stopped: "Zatrzymany",
      gone: "Nie istnieje",
      missing: "Nie znaleziono",
      locked: "Wymaga logowania",
      slow: "Wolno odpowiada",
      quiet: "Cisza od 3 tygodni",
      moved: "Przeniesiony",
      paused: "Wstrzymany",
      off: "Wyłączony",
      deleted: "Usunięty",
    },
    why: {
      slow: "Dwie ostatnie odpowiedzi trwały ponad 20 sekund.",
      moved: "Serwer podaje, że kanał ma nowy adres. Czytamy go stamtąd. Nie trzeba nic robić.",
      quiet: "ostatnia publikacja",
      paused: "wstrzymany",
    },
    hint: {
      stopped: "Zmień adres albo spróbuj ponownie.",
      missing: "Serwer niczego nie znalazł pod tym adresem. Zmień adres albo spróbuj ponownie.",
      missingTriedAgain: "Serwer niczego nie znalazł pod tym adresem (HTTP 404). Później spróbujemy ponownie.",
      gone: "Serwer podaje, że kanał już nie istnieje. Zmień adres albo usuń kanał.",
    },
    look: "Wymagają uwagi",
    lookWhy:
      "zatrzymane albo z błędem od tygodnia. Pozostałe kanały z błędem pobieramy ponownie; zostają na swoim miejscu.",
    noFolder: "Bez folderu",
    notInToday: "poza „Dziś”",
    feedCount: feeds,
    select: (name) => `Zaznacz: ${name}`,
    pauseOf: (name) => `Wstrzymaj: ${name}`,
    resumeOf: (name) => `Wznów: ${name}`,
    isPaused: "Ten kanał jest wstrzymany. Najpierw go wznów.",
    bulkFailed: "Nie udało się zmienić kanałów. Spróbuj ponownie.",
    bulk: {
      selected: "Zaznaczone kanały",
      folder: "Folder",
      action: {
        move: "Przenieś do folderu",
        pause: "Wstrzymaj",
        resume: "Wznów",
        hide: "Ukryj w „Dziś”",
        show: "Pokaż w „Dziś”",
        remove: "Usuń",
      },
      none: "Najpierw zaznacz co najmniej jeden kanał.",
      gone: "Tych kanałów lub tego folderu nie ma już na Twojej liście. Odśwież stronę.",
      unreadable: "Nie możemy odczytać tego formularza. Odśwież stronę i spróbuj ponownie.",
    },
    folders: {
      title: "Foldery",
      manage: "Foldery",
      lede: "Kanał należy do jednego folderu albo do żadnego. Foldery są zakładkami w „Dziś”, w tej kolejności.",
      name: "Nazwa",
      nameOf: (name) => `Nazwa folderu ${name}`,
      create: "Utwórz folder",
      newName: "Nowy folder",
      rename: "Zmień nazwę",
      delete: "Usuń",
      deleteOf: (name) => `Usuń folder ${name}`,
      deleteHint: "Kanały z usuniętego folderu zostają na liście, bez folderu.",
      up: (name) => `Przesuń wyżej: ${name}`,
      down: (name) => `Przesuń niżej: ${name}`,
      none: "Nie ma jeszcze folderów.",
      failed: "Nie udało się zmienić folderów. Spróbuj ponownie.",
      fault: {
        "name-missing": "Podaj nazwę folderu.",
        "name-taken": "Folder o tej nazwie już istnieje.",
        "too-many": "Za dużo folderów. Najpierw usuń jeden z nich.",
        unknown: "Tego folderu nie ma już na Twojej liście. Odśwież stronę.",
      },
    },
    stage: {
      waiting: "czeka na pierwsze pobranie",
      queued: "czeka na pierwsze pobranie",
      fetching: "trwa pobieranie",
      again: "czeka na ponowną próbę",
      due: "· następne pobranie w kolejce",
    },
    again: "ponownie",
    lastWorked: "ostatnio działał",
    lastChecked: "Ostatnie sprawdzenie",
    byOperator: "przez administratora",
    own: "Prywatny: pobierany z Twoim loginem",
    columns: {
      select: "Zaznacz",
      feed: "Kanał",
      twoWeeks: "Dwa tygodnie",
      health: "Stan",
      next: "Następne sprawdzenie",
      actions: "Działania",
    },
    rhythm: (days) => {
      const all = days.reduce((sum, items) => sum + items, 0);
      if (all === 0) return "nic nowego";
      const aDay = all / days.length;
      return aDay < 1
        ? `${amount(Math.max(1, Math.round(aDay * 7)))} na tydzień`
        : `${amount(Math.round(aDay))} na dzień`;
    },
    activity: (name, days) =>
      `${name}: wpisy na dzień, ostatnie ${counted(days.length, ["dzień", "dni", "dni", "dnia"])}: ${days.join(", ")}`,
    lockedHint: "Edytuj kanał, aby dodać potrzebny login.",
    useCandidate: (title) => `Użyj „${title}”`,
    retry: "Spróbuj ponownie",
    fetchNow: "Pobierz teraz",
    fetchFailed: "Nie udało się zlecić pobrania. Spróbuj ponownie.",
    tooManyPages: "Za dużo otwartych stron. Odśwież tę, aby ją zaktualizować.",

    find: {
      label: "Adres strony lub kanału",
      submit: "Znajdź",
      hint: "Sami znajdziemy kanał i jego nazwę.",
      found: (count) =>
        plural(locale, count, {
          one: "Znaleziono 1 kanał",
          few: "Znaleziono # kanały. Który wybierasz?",
          many: "Znaleziono # kanałów. Który wybierasz?",
          other: "Znaleziono # kanału. Który wybierasz?",
        }),
      nothing: (why) => `Nie znaleziono kanału. ${why}`,
      onList: "Już na twojej liście",
      anyway: "Dodaj adres mimo to",
      wrong: "To nie jest adres. Podaj na przykład example.org lub https://example.org/feed.",
      privateForOperator:
        "Ten adres należy do sieci prywatnej. Aby go dopuścić, dodaj sieć do FETCH_ALLOW_NETWORKS (na przykład 192.168.1.0/24) i uruchom serwer ponownie.",
      tooMany: "Za dużo adresów w ciągu minuty. Odczekaj minutę i spróbuj ponownie.",
      failed: "Nie udało się sprawdzić adresu. Spróbuj ponownie.",
    },
    start: {
      title: "Zestawy na początek",
      orSet: "Albo zacznij od zestawu",
      lookInside: "Zobacz zawartość",
      addSet: (count) => `Dodaj ${feeds(count)}`,
      addSetOf: (count, title) => `Dodaj ${feeds(count)}: ${title}`,
      unknown: "Nie ma takiego zestawu. Wybierz jeden z listy.",
      failed: "Nie udało się dodać zestawu. Spróbuj ponownie.",
      hello: "Co lubisz czytać?",
      intro:
        "Podaj adres strony. Plainwire znajdzie jej kanał, zapisze nacechowane tytuły neutralnymi słowami i pokaże, co usunął.",
      fromAnother: "Przenosisz się z innego czytnika?",
      foldersToo: "Foldery też się przeniosą.",
      asItCame: "W oryginale",
      asYouRead: "Co czytasz",
      example: {
        before: [{ gone: "SZOK:" }, " Burmistrz ", { gone: "miażdży skandaliczny" }, " plan linii", { gone: "!" }],
        after: "Burmistrz krytykuje plan linii",
      },
      soon: "Pierwsze tematy pojawią się w ciągu minuty. Wszystko można później zmienić.",
    },
    added: {
      sentence: (name) => `Dodano ${name}. Wpisy pojawią się, gdy tylko kanał zostanie pobrany.`,
      read: "Czytaj",
      folder: "Zmień folder",
    },
    copyAddress: "Kopiuj adres",
    cleanFeed: "Czysty kanał",
    copyCleanFeed: "Kopiuj adres czystego kanału",
    byHand: "Dodaj ręcznie lub z loginem",
    add: "Dodaj kanał",
    addSubmit: "Dodaj kanał",
    addFailed: "Nie udało się dodać kanału. Spróbuj ponownie.",
    edit: "Edycja kanału",
    editAction: "Edytuj",
    editOf: (name) => `Edytuj: ${name}`,
    editSubmit: "Zapisz",
    editFailed: "Nie udało się zapisać kanału",
    loadFailed: "Nie udało się wczytać kanału",
    cancel: "Anuluj",
    delete: "Usuń",
    deleteOf: (name) => `Usuń: ${name}`,
    deleteFailed: "Nie udało się usunąć kanału",
    restoreFailed: "Nie udało się przywrócić kanału",
    notFound: "Nie znaleziono kanału",
    notFoundWhy: "Nie ma go na Twojej liście.",
    name: "Nazwa",
    url: "Adres",
    urlHint: "Kanału albo strony: sami znajdziemy jej kanały.",
    interval: {
      label: "Jak często pobierać",
      asAsked: "Tak, jak prosi strona",
      every: (minutes) => {
        if (minutes < 60) return `Co ${minutes} minut`;
        if (minutes === 60) return "Co godzinę";
        if (minutes === 1440) return "Raz na dobę";
        return `Co ${plural(locale, minutes / 60, { one: "godzinę", few: "# godziny", many: "# godzin", other: "# godziny" })}`;
      },
      own: "Własna liczba",
      minutes: "Minuty między pobraniami",
      hint: "Nigdy częściej, niż pozwala strona. Jeśli ten kanał czytają też inni, liczy się najkrótszy odstęp.",
      wrong: (min, max) => `Wpisz liczbę minut od ${min} do ${max}, bez ułamków.`,
    },
    ownTitle: "Login lub nagłówki",
    ownHint:
      "Dla kanałów, które ich wymagają. Są przechowywane w postaci zaszyfrowanej i wysyłane tylko pod ten adres. Nikt inny nie widzi tego kanału.",
    ownKept: "Zapisane wcześniej dane zostają i nigdy nie są pokazywane. Wypełnij te pola, aby je zastąpić.",
    ownDrop: "Usuń login i nagłówki i udostępnij kanał wszystkim",
    username: "Nazwa użytkownika",
    password: "Hasło",
    headers: "Nagłówki, po jednym w wierszu",
    fault: {
      address: {
        "too-long": "Adres może mieć najwyżej 2048 bajtów.",
        "no-url": "To nie jest adres. Musi zaczynać się od http:// lub https://",
        password: "Adres nie może zawierać hasła. Podaj je w polu „Login lub nagłówki”.",
      },
      "name-missing": "Podaj nazwę kanału",
      "name-too-long": "Nazwa kanału jest za długa: najwyżej 255 znaków",
      "url-missing": "Podaj adres kanału",
      "username-missing": "Do hasła potrzebna jest nazwa użytkownika",
      "headers-unreadable": "Wpisz po jednym nagłówku w wierszu, w postaci „Nazwa: wartość”",
      "headers-needed": "Login należy do starego adresu. Podaj go ponownie albo usuń.",
      duplicate: "Ten kanał jest już na Twojej liście",
      exists: "Kanał o tym adresie już istnieje",
      full: "Lista jest pełna. Usuń kanał, aby dodać następny.",
    },

    importOpml: "Import OPML",
    exportOpml: "Eksport OPML",
    opmlFile: "Plik OPML",
    opmlHint:
      "Każdy czytnik potrafi go wyeksportować. Foldery też się przeniosą. Kanały, które już są na liście, zachowują nazwę i folder; te bez folderu trafiają do folderu z pliku.",
    importSubmit: "Importuj",
    importFailed: "Nie udało się zaimportować pliku. Spróbuj ponownie.",
    importNoFile: "Wybierz plik OPML do importu.",
    importFound: (count) => `W pliku: ${feeds(count)}. Pobieramy je po kolei.`,
    importReport: "Raport",
    importProgress: (done, all) => `${amount(done)} z ${amount(all)}`,
    importDone: (totals, faults) =>
      `Gotowe. Dodane: ${amount(totals.added)}, już na liście: ${amount(totals.duplicate)}, ponad limit: ${amount(totals.full)}, nieczytelne: ${amount(faults)}.`,
    importFolders: (count) => `Utworzono ${counted(count, ["folder", "foldery", "folderów", "folderu"])}.`,
    importMoved: (folder) => `Już na liście, teraz w folderze ${folder}`,
    importBroken: (done, count) =>
      `Import przerwano po ${amount(done)} z ${ofFeeds(count)}. Zaimportuj plik jeszcze raz, aby dodać resztę.`,
    importMoreFaults: (count) =>
      `I jeszcze ${counted(count, ["problem", "problemy", "problemów", "problemu"])} w pliku, poza tą listą.`,
    importMoreLines: (count) => `I jeszcze ${feeds(count)}, poza tą listą.`,
    importLeftOut: (accepted, leftOut) =>
      `Lista mieści najwyżej ${feeds(accepted)}. Z końca pliku pominięto ${feeds(leftOut)}.`,
    importReload: "Pokaż postęp",
    importUnknown: "Nie ma takiego importu. Raporty przechowujemy przez jeden dzień.",
    outcome: { added: "Dodany", duplicate: "Już na liście", full: "Lista jest pełna", wrong: "Nieczytelny" },
    toFeeds: "Kanały i foldery",
    site: "Otwórz stronę",

    health: {
      title: "Stan, ostatnie 14 dni",
      fetches: (count, failed) => `${fetches(count)}, ${failedOnes(failed)}`,
      fetchesOn: (day, count, failed) => `${day}: ${amount(count)}, ${failedOnes(failed)}`,
      newItems,
      newItemsOn: (day, items) => `${day}: ${amount(items)}`,
      time: (ms) => (ms === null ? "Jeszcze bez odpowiedzi" : `Średni czas odpowiedzi ${amount(ms)} ms`),
      timeOn: (day, ms) => (ms === null ? `${day}: brak` : `${day}: ${amount(ms)} ms`),
    },
    whyNext: "Następne pobranie i jego powód",
    neverFetched: "Jeszcze nie pobrano.",
    notBefore: (time) => `Serwer prosi, by poczekać do: ${time}.`,
    attempts: {
      title: "Ostatnie pobrania",
      took: (httpStatus, ms) =>
        httpStatus === null ? `${amount(ms)} ms` : `HTTP ${String(httpStatus)}, ${amount(ms)} ms`,
      outcome: (attempt) => {
        if (attempt.error !== null) return failureIn(failures, failureOfStatus(attempt.httpStatus), attempt.error);
        if (attempt.outcome === "not-modified") return "Nic nowego (według serwera)";
        if (attempt.outcome === "same-body") return "Nic nowego (ten sam dokument)";
        const { created, updated, discarded } = attempt;
        const leftOut = discarded > 0 ? `, pominięte: ${amount(discarded)}` : "";
        return `Nowe: ${amount(created)}, zmienione: ${amount(updated)}${leftOut}`;
      },
    },
    items: {
      title: (items) => (items === 0 ? "Wpisy" : `Wpisy (${amount(items)})`),
      none: "Nie ma jeszcze wpisów.",
      untitled: "Bez tytułu",
      analysis: ({ rating, analysisStatus }) => {
        if (rating !== null)
          return `· ocena ${rating.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
        return analysisStatus === "pending" ? "· jeszcze bez analizy" : "";
      },
    },
  },

  reading: {
    anyScore: "Dowolna",
    gone: goneItem,
    goneWhy: goneItemWhy,
    badQuestion,

    untitled: "Bez tytułu",
    byWords: "lokalnie",
    byModel: (name) => `AI: ${name}`,
    traitsByWords: {
      framing: "Nacechowane słowa",
      clickbait: "Wzorce clickbaitowe",
      persuasive: "Apele",
      hyper_stimulus: "Krzykliwe znaki",
      speculative: "Przypuszczenia",
    },
    traits: {
      framing: "Ujęcie tematu",
      clickbait: "Clickbait",
      persuasive: "Perswazja",
      hyper_stimulus: "Silne bodźce",
      speculative: "Spekulacje",
    },
    techniques: {
      loaded_language: ["Nacechowany język", "Słowo, które ocenia tam, gdzie wystarczy neutralne."],
      name_calling: ["Etykietowanie", "Przykleja ludziom etykiety, zamiast podać, co powiedzieli lub zrobili."],
      fear_appeal: ["Granie na strachu", "Ostrzega przed szkodą, aby przekonać."],
      emotional_appeal: ["Granie na emocjach", "Podpowiada, co czuć."],
      exaggeration: ["Przesada", "Twierdzi więcej, niż wynika z faktów."],
      curiosity_gap: ["Luka ciekawości", "Ukrywa, o co chodzi, żeby skłonić do kliknięcia."],
      question_headline: ["Pytanie w tytule", "Pyta, zamiast coś stwierdzić."],
      listicle: ["Wyliczanka", "Obiecuje kilka rzeczy, zamiast powiedzieć jedną."],
      attention_prefix: ["Wołanie o uwagę", "Domaga się uwagi, zanim cokolwiek powie."],
      all_caps: ["Wielkie litery", "Krzyczy wielkimi literami."],
      exclamation: ["Wykrzyknik", "Podgrzewa emocje."],
      speculation: ["Spekulacja", "Mówi, co być może, a nie co jest."],
      unattributed_claim: ["Brak źródła", "Nie podaje, kto tak twierdzi."],
      one_sided: ["Jedna strona", "Przedstawia tylko jeden punkt widzenia."],
      call_to_action: ["Wezwanie do działania", "Namawia czytelnika, żeby coś zrobił."],
      opinion_marker: ["Opinia", "Pogląd autora, a nie obserwacja."],
    },

    filters: {
      title: "Filtry",
      lede: "Reguły, które na bieżąco ukrywają wpisy, oznaczają je jako przeczytane lub dodają gwiazdkę.",
      yours: "Twoje filtry",
      none: "Nie ma jeszcze filtrów.",
      newTitle: "Nowy filtr",
      pattern: "Tytuł zawiera",
      patternHint:
        "Całe słowa, w tej kolejności. * zastępuje dowolny tekst. Wielkość liter i znaki diakrytyczne nie mają znaczenia.",
      feed: "Kanał",
      anyFeed: "Dowolny kanał",
      category: "Kategoria",
      anyCategory: "Dowolna kategoria",
      scoreMin: "Ocena słownictwa co najmniej",
      anyScore: "Dowolna ocena",
      action: "Wtedy",
      actions: { hide: "ukryj", read: "oznacz jako przeczytane", star: "oznacz gwiazdką" },
      tryOut: "Wypróbuj na ostatnim tygodniu",
      save: "Zapisz ten filtr",
      delete: "Usuń",
      deleteOf: (name) => `Usuń filtr: ${name}`,
      tried: (action, matched, all) => {
        const verb = { hide: "Ukryje", read: "Oznaczy jako przeczytane", star: "Oznaczy gwiazdką" }[action];
        return `${verb} ${amount(matched)} z ${counted(all, ["wpisu", "wpisów", "wpisów", "wpisu"])} z ostatniego tygodnia.`;
      },
      newestOnly: "Sprawdzono tylko najnowsze wpisy z tego tygodnia.",
      everything: "Ta reguła pasuje do każdego wpisu z ostatniego tygodnia.",
      confirmAll: "Tak, do każdego wpisu",
      confirmMissing: "Potwierdź, że reguła ma pasować do każdego wpisu",
      examples: "Na przykład",
      nothingAsked: "Wybierz co najmniej jeden warunek",
      badPattern: "Podaj słowa lub liczby, najwyżej 200 znaków",
      badFeed: "Wybierz jeden ze swoich kanałów",
      badCategory: "Wybierz kategorię z listy",
      badScore: "Wybierz ocenę z listy",
      badAction: "Wybierz, co ma zrobić filtr",
      full: (max) => `Masz już ${counted(max, ["filtr", "filtry", "filtrów", "filtra"])}. Najpierw usuń jeden z nich.`,
      saved: "Filtr został zapisany. Działa na ostatni tydzień i na wszystko nowe.",
      deleted: "Filtr został usunięty. Wróciło to, co ukrył w ostatnim tygodniu.",
      hiddenItems: "Pokaż ukryte wpisy",
      gone: "Nie znaleziono filtra",
      goneWhy: "Został już usunięty.",
      describe: (parts) => parts.join(" i "),
      titleHas: (pattern) => `tytuł zawiera „${pattern}”`,
      feedIs: (name) => `kanał to ${name}`,
      feedGone: "kanał, którego już nie obserwujesz",
      categoryIs: (name) => `kategoria to ${name}`,
      scoreIs: (score) => `ocena co najmniej ${score}`,
    },

    personal: {
      title: "Kanały osobiste",
      lede: "Tajne adresy do czytania Twoich oczyszczonych wpisów w dowolnym czytniku. Kto zna adres, może z niego czytać, dopóki go nie unieważnisz.",
      yours: "Twoje kanały osobiste",
      none: "Nie ma jeszcze kanałów osobistych.",
      newTitle: "Nowy adres",
      name: "Nazwa",
      nameHint: "Nazwa, którą pokaże czytnik.",
      nameDefault: "Moje wiadomości",
      badName: "Podaj nazwę, najwyżej 255 znaków",
      folder: "Folder",
      anyFolder: "Dowolny folder",
      folderGone: "folder, którego już nie ma",
      search: "Szukaj",
      searchHint: "Tylko wpisy z tymi słowami. Zostaw puste, aby otrzymać wszystkie.",
      inFolder: (name) => `folder ${name}`,
      searchFor: (search) => `szukanie „${search}”`,
      list: "OPML, każdy kanał osobno",
      unread: "Tylko nieprzeczytane wpisy",
      maxScore: "Najwyższa ocena",
      create: "Utwórz adres",
      made: "Twoje adresy. Skopiuj teraz ten dla swojego czytnika: nie pokażemy ich ponownie.",
      formats: "Formaty",
      revoke: "Unieważnij",
      revokeOf: (name) => `Unieważnij adres: ${name}`,
      revoked: "Adres został unieważniony. Czytniki, które go używają, nic już nie dostaną.",
      ended: "Po zresetowaniu hasła ten adres już nie działa. Utwórz nowy i dodaj go do czytnika.",
      renew: "Nowy adres",
      renewOf: (name) => `Utwórz nowy adres: ${name}`,
      all: "wszystkie kanały",
      unreadOnly: "tylko nieprzeczytane",
      upTo: (score) => `ocena do ${score}`,
      createdAt: "utworzono",
      lastReadAt: "ostatni odczyt",
      neverRead: "jeszcze bez odczytu",
      full: (max) =>
        `Masz już ${counted(max, ["adres", "adresy", "adresów", "adresu"])}. Najpierw unieważnij jeden z nich.`,
      gone: "Nie znaleziono adresu",
      goneWhy: "Został już unieważniony.",
      unknown: "Pod tym adresem nie ma kanału. Mógł zostać unieważniony.",
    },

    categories: categoryNames.pl,
  },

  model: {
    title: "Model językowy",
    lede: "Model językowy zamienia krzykliwe nagłówki na zwyczajne, streszcza wpisy i pisze przeglądy. Bez niego Plainwire korzysta z samych słów. To, co powie model, jest sprawdzane, zanim ktokolwiek to zobaczy.",
    server: "Serwer",
    names: {
      provider: "Dostawca",
      address: "Adres",
      key: "Klucz",
      model: "Model",
      contextTokens: "Długość kontekstu w tokenach",
      questionSize: "Pytania",
      dailyUsd: "Dolary na dzień",
      monthlyUsd: "Dolary na miesiąc",
      dailyTokens: "Tokeny na dzień",
      promptUsd: "Dolary za milion przeczytanych tokenów",
      completionUsd: "Dolary za milion napisanych tokenów",
      from: "Działa od",
      to: "do",
      headline: "Nagłówek",
    },
    providers: {
      none: "Bez modelu: same słowa",
      inside: "Model wewnątrz: uruchamia go sam Plainwire",
      ollama: "Ollama",
      llamacpp: "llama.cpp",
      compatible: "Inny serwer z interfejsem OpenAI",
      openai: "OpenAI",
      anthropic: "Anthropic",
      openrouter: "OpenRouter",
      mistral: "Mistral",
      gemini: "Gemini",
    },
    addressHint:
      "Puste pole to adres dostawcy: http://127.0.0.1:11434 dla Ollama, http://127.0.0.1:8080 dla llama.cpp. Adresy prywatne są tu dozwolone. Przekierowań nie śledzimy.",
    keyHint: "Jest przechowywany w postaci zaszyfrowanej, wysyłany tylko na ten adres i nigdy więcej nie pokazywany.",
    keyStored: "Klucz jest zapisany. Nigdy więcej go nie pokażemy. Zostaw to pole puste, aby go zachować.",
    keyTyped: "Nowy klucz nie jest jeszcze zapisany. Zapisz go albo wpisz inny.",
    replaceKey: "Zmień klucz",
    removeKey: "Usuń klucz",
    keyLost: "Nie da się odczytać zapisanego klucza, bo zmienił się SECRET_KEY. Wpisz go ponownie.",
    modelHint: "Tak, jak nazywa go serwer. „Pokaż modele” wyświetla listę.",
    list: "Pokaż modele",
    listed: (count) => `Na tym serwerze: ${counted(count, ["model", "modele", "modeli", "modelu"])}`,
    more: (count) => `I jeszcze ${amount(count)}: wpisz część nazwy.`,
    noModels: "Serwer nie ma żadnych modeli. Najpierw pobierz tam jakiś.",
    modelGone: (model) => `Na liście serwera nie ma modelu ${model}.`,
    fixed: (variable) => `Ustawione przez ${variable} w środowisku.`,
    tryTitle: "Wypróbuj",
    tryIt: "Wypróbuj",
    sample: "Nie uwierzysz, co to maleńkie duńskie miasteczko właśnie zrobiło ze swoim centrum",
    headlineHint:
      "Pytanie używa tego, co wpisano powyżej, zapisane czy nie. Model, który musi się najpierw wczytać, może potrzebować kilku minut.",
    trial: ({ model, took, tokens, costUsd }) =>
      `${model} · ${took} · tokeny: ${amount(tokens)} · ${costUsd.toFixed(costUsd > 0 && costUsd < 1 ? 6 : 2).replace(".", ",")} $`,
    usesTitle: "Do czego służy",
    uses: { titles: "Nagłówki", summaries: "Streszczenia", briefs: "Przeglądy" },
    perFeed: "Dla pojedynczego kanału wyłącz go w ustawieniach tego kanału: tam „Analizator”.",
    sizes: {
      usual: "Jak zwykle u tego dostawcy",
      small: "Małe: najpierw nagłówek, potem streszczenie",
      full: "Całe: oceny, fakty, nagłówek i streszczenie naraz",
    },
    contextHint:
      "Pytania są skracane, aby się zmieściły. Puste pole to 8192 na własnym komputerze, a gdzie indziej brak limitu.",
    limits: "Limity",
    usual: (value) => `Puste pole to ${value}.`,
    noLimit: "Puste pole to brak limitu.",
    hoursHint: (timeZone) =>
      `Twoja strefa czasowa: ${timeZone}. Oba pola puste: przez całą dobę. Gdy budżet się skończy, do następnego dnia lub miesiąca (UTC) zastępują go słowa.`,
    spendLink: "Ile to kosztowało",
    save: "Zapisz",
    failed: "Nic nie zapisano.",
    done: {
      saved: "Zapisano. Od teraz używają tego wszystkie procesy.",
      dropped: "Zapisano. Zapisany klucz był do innego serwera, więc został usunięty. Wpisz klucz do tego.",
    },
    inside: {
      title: "Model wewnątrz",
      link: "Zainstaluj model, który uruchamia sam Plainwire",
      back: "Model językowy",
      formTitle: "Zainstaluj model",
      lede: "Plainwire może sam uruchamiać model, bez serwera i bez klucza. Potrzebuje miejsca na dysku, pamięci i czasu: kilku sekund na nagłówek.",
      source: "Nazwa albo adres pliku GGUF",
      sourceHint: (names) => `Nazwy: ${names}. Plik na serwerze: plainwire model install PLIK.`,
      sha256: "Suma kontrolna (sha256)",
      sha256Hint: "Może być pusta.",
      look: "Sprawdź",
      plan: ({ name, size, free }) => `${name}: ${size}. Wolne miejsce na dysku: ${free}.`,
      have: (size) => `Z tego już pobrano: ${size}.`,
      unknownSize: "rozmiar nieznany",
      needsRuntime: "Razem z nim zostanie zainstalowany llama.cpp (około 90 MB, przez npm).",
      install: "Zainstaluj",
      steps: { runtime: "Instalowanie llama.cpp …", model: "Pobieranie …", check: "Sprawdzanie …" },
      progress: (done, all) => `${done} z ${all}`,
      stop: "Zatrzymaj",
      reload: "Pokaż postęp",
      installed: (name) =>
        `Zainstalowano ${name}. Aby go użyć, wybierz „Model wewnątrz” jako dostawcę i wpisz tę nazwę.`,
      list: "Zainstalowane",
      remove: "Usuń",
      inUse: "w użyciu",
      none: "Nie zainstalowano żadnego modelu.",
      done: { removed: "Model został usunięty." },
    },
    stopped: "Serwer nas odrzuca, więc o nic nie pytamy:",
    resting: (time) => `Poza godzinami pracy. Zacznie znowu: ${time}.`,
    faults: {
      "provider-unknown": "Wybierz dostawcę.",
      "address-wrong": "Wpisz adres, na przykład http://127.0.0.1:11434, bez nazwy użytkownika i bez znaku zapytania.",
      "address-missing": "Ten dostawca wymaga adresu.",
      "key-wrong": "Klucz nie ma spacji, tylko zwykłe litery, cyfry i znaki. Skopiuj go jeszcze raz.",
      "model-missing": "Wybierz model.",
      "model-wrong": "Nazwa modelu nie ma spacji i ma najwyżej 200 znaków.",
      "number-wrong": "Wpisz liczbę, na przykład 0,5.",
      "context-wrong": "Wpisz liczbę całkowitą od 1024 do 2000000.",
      "hours-half": "Podaj obie godziny albo żadnej.",
      "hours-wrong": "Podaj dwie różne godziny, na przykład 22:00 i 06:30.",
    },
  },

  operator: {
    link: "Administrator",
    sections: "Strony administratora",
    alerts: "Alerty",
    navigation: {
      overview: "Praca serwera",
      deadLetters: "Nieudane zadania",
      feeds: "Wspólne kanały",
      model: "Model językowy",
      ai: "Budżet AI",
      people: "Konta",
    },
    overviewLede: "Co jest pobierane, przez które procesy i co stoi na przeszkodzie.",
    healthy: (workers) =>
      `Wszystko w porządku: ${counted(workers, ["proces działa", "procesy działają", "procesów działa", "procesu działa"])}, nie ma opóźnień.`,
    noWorker: "żaden proces nie działa",
    unhealthy: (complaints) => `Wymaga uwagi: ${complaints.join("; ")}.`,

    fetches: {
      title: "Ostatnie 24 godziny",
      fetches: (count, failed) => `${fetches(count)}, w tym ${failedOnes(failed)}`,
      fetchesAt: (hour, count, failed) => `${hour} UTC: ${amount(count)}, ${failedOnes(failed)}`,
      newItems,
      newItemsAt: (hour, items) => `${hour} UTC: ${amount(items)}`,
    },
    queue: {
      title: "Kolejka",
      due: "Do pobrania teraz",
      feeds: (due, scheduled) =>
        `${amount(due)} z ${counted(scheduled, ["zaplanowanego kanału", "zaplanowanych kanałów", "zaplanowanych kanałów", "zaplanowanego kanału"])}`,
      late: "Najdłuższe oczekiwanie",
      notLate: "nie ma opóźnień",
      inFlight: "W toku",
      flying: (fetching, queued) => `pobierane: ${amount(fetching)}, w kolejce: ${amount(queued)}`,
      stuck: "Zablokowane",
      givenUp: "Nieudane zadania",
      lettersWait: (letters) =>
        counted(letters, ["nieudane zadanie", "nieudane zadania", "nieudanych zadań", "nieudanego zadania"]),
    },
    workers: {
      title: "Procesy",
      none: "Żaden proces nie działa.",
      alive: "Działa",
      silent: "Nie odpowiada",
      about: (version, inFlight) => `${version}, w toku: ${amount(inFlight)}`,
      seen: "ostatni sygnał",
    },
    blocked: {
      title: "Serwery, które poprosiły o przerwę",
      none: "Brak.",
      until: (time) => `do: ${time}`,
      feeds,
      more: (shown) => `Tylko najdłużej oczekujące: ${amount(shown)}.`,
    },
    crowded: {
      title: "Serwery z największą liczbą czekających kanałów",
      due: (count) => counted(count, ["kanał czeka", "kanały czekają", "kanałów czeka", "kanału czeka"]),
      closed: (wait) => `dostępny za ${wait}`,
    },

    deadLetters: {
      lede: "Zadania, które kilka razy nie powiodły się po naszej stronie. Po usunięciu przyczyny ponów je albo odrzuć.",
      title: "Nieudane zadania",
      none: "Brak nieudanych zadań.",
      nameless: "bez adresu albo kanał prywatny",
      kind: { fetch: "Pobranie", analysis: "Analiza" },
      replay: "Ponów",
      replayOf: (name) => `Ponów: ${name}`,
      replayAll: "Ponów wszystkie",
      drop: "Odrzuć",
      dropOf: (name) => `Odrzuć: ${name}`,
      dropAll: "Odrzuć wszystkie",
      cut: (shown) => `Tylko najnowsze: ${amount(shown)}. „Wszystkie” oznacza te z listy.`,
      done: { replay: "Dodano do kolejki.", drop: "Odrzucono." },
      gone: "Nie znaleziono zadania",
      goneWhy: "Zostało już ponowione lub odrzucone.",
    },

    feeds: {
      lede: "Kanały pobierane dla wszystkich. Opublikowane mają publiczny, oczyszczony kanał.",
      search: "Szukaj po nazwie lub adresie",
      show: "Pokaż",
      shows: { published: "Opublikowane", errors: "Z błędem", all: "Wszystkie" },
      find: "Szukaj",
      none: "Nie znaleziono kanałów.",
      pages: "Strony listy",
      published: "opublikowany",
      unpublished: "nieopublikowany",
      readers: (readers) => counted(readers, ["czytelnik", "czytelników", "czytelników", "czytelnika"]),
      due: "do pobrania teraz",
      next: "następne pobranie",
      badQuestion,
    },

    settings: {
      title: "Ustawienia",
      nameless: "Kanał bez nazwy",
      url: "Adres",
      urlHint: "Zmiana adresu kasuje wszystko, co wiadomo o poprzednim",
      names: {
        name: "Nazwa",
        rootDomain: "Domena główna",
        published: "Opublikowany",
        enabled: "Włączony",
        polling: "Odpytywanie",
        adaptive: "Zmienny odstęp",
        intervalMinutes: "Odstęp",
        failurePolicy: "Gdy pobranie się nie uda",
        enforceFeedDomain: "Tylko własna domena",
        fullText: "Pełny tekst",
        analyzer: "Analizator",
        prompt: "Prompt",
        cacheScope: "Ponowne użycie analiz",
      },
      analyzers: { best: "z modelem językowym", heuristic: "same słowa", off: "bez analizy" },
      usual: "domyślne ustawienie serwera",
      force: "Pobierz teraz, nawet jeśli kanał był pobrany przed chwilą",
      forceHint: "Retry-After i zamknięte serwery są nadal respektowane.",
      headersHint:
        "Dla kanałów, które ich wymagają. Są przechowywane w postaci zaszyfrowanej i wysyłane tylko pod ten adres.",
      forgetHeaders: "Usuń login i nagłówki",
      save: "Zapisz",
      saved: "Ustawienia zostały zapisane.",
      failed: "Nic nie zapisano.",
      asked: "Kanał czeka na pobranie. Nastąpi ono, gdy tylko jego serwer będzie wolny.",
      taken: (by) => `Inny kanał ma już ten adres: ${by}`,
      gone: "Nie znaleziono kanału",
      goneWhy: "Został usunięty albo jest prywatny.",

      state: "Stan",
      status: "Status",
      pending: "oczekuje",
      suspended: "zawieszony",
      lastError: "Ostatni błąd",
      lastFetched: "Ostatnie pobranie",
      lastSuccess: "Ostatnie udane pobranie",
      nextRun: "Następne pobranie",
      unscheduled: "nie zaplanowano",
      never: "nigdy",
      host: "Serwer",
      readers: "Czytelnicy",
      items: "Wpisy",
    },

    spend: {
      lede: (provider, model) =>
        provider === "none"
          ? "Wpisy są analizowane tylko lokalnie. To nic nie kosztuje."
          : `Model: ${model}, dostawca: ${provider}.`,
      stopped: {
        title: "AI jest wstrzymana",
        since: "Od:",
        whatToDo: {
          auth: "Zmień klucz, model lub adres na stronie „Model językowy” (albo AI_API_KEY, AI_MODEL, AI_BASE_URL) lub naciśnij przycisk. Do tego czasu wpisy są analizowane lokalnie.",
          payment: "Opłać rachunek i naciśnij przycisk. Do tego czasu wpisy są analizowane lokalnie.",
        },
        again: "Spróbuj ponownie",
      },
      done: { again: "AI znów działa." },
      today: "Dziś (UTC)",
      money: "Wydano",
      reserved: "W tym zarezerwowano",
      tokens: "Tokeny",
      calls: "Wywołania",
      month: "Ten miesiąc",
      spentOut: {
        day: "Budżet dnia jest wyczerpany. Do północy (UTC) nagłówki, streszczenia i przeglądy powstają ze słów.",
        month:
          "Budżet miesiąca jest wyczerpany. Do końca miesiąca (UTC) nagłówki, streszczenia i przeglądy powstają ze słów.",
      },
      byUse: "Według dni i zastosowań, ostatnie 30 dni",
      tableOf: "Tabela dni i zastosowań",
      columns: {
        day: "Dzień",
        use: "Zastosowanie",
        calls: "Liczba wywołań",
        tokens: "Liczba tokenów",
        usd: "Koszt",
        refusals: "Odrzucone",
      },
      refusalsHint: "Odrzucone: serwer zawiódł, model odmówił albo jego odpowiedzi nie dało się użyć.",
      purposes: {
        analysis: "Wpisy, w całości",
        title: "Nagłówki",
        summary: "Streszczenia",
        digest: "Przeglądy",
        trial: "Próby",
      },
      usd,
      count: amount,
      ofUsd: (spent, max) => `${usd(spent)} z ${usd(max)}`,
      ofTokens: (used, max) => (max === null ? amount(used) : `${amount(used)} z ${amount(max)}`),
      daysTitle: "Ostatnie 30 dni",
      spent: (sum) => `Wydano ${usd(sum)}`,
      used: (tokenCount, callCount) => `${tokens(tokenCount)}, ${calls(callCount)}`,
      onDay: (day, sum) => `${day}: ${sum}`,
      byFeed: "Według kanałów, ostatnie 30 dni",
      nothing: "Brak wywołań AI.",
      briefs: "Przeglądy",
      feedGone: "Kanał usunięty lub prywatny",
      line: (line) => `${usd(line.usd)} · ${tokens(line.tokens)} · ${calls(line.calls)}`,
      dearest: (shown) => `Tylko najdroższe: ${amount(shown)}.`,
    },

    people: {
      title: "Konta",
      lede: (people) => `${counted(people, ["konto", "konta", "kont", "konta"])} na tym serwerze.`,
      search: "Szukaj po adresie e-mail",
      find: "Szukaj",
      none: "Nie znaleziono kont.",
      pages: "Strony kont",
      badQuestion,
      email: "E-mail",
      operator: "administrator",
      disabled: "wyłączone",
      subscriptions: feeds,
      seen: "ostatnia aktywność",
      neverSeen: "jeszcze bez logowania",
      reset: "Link do zmiany hasła",
      resetOf: (email) => `Link do zmiany hasła: ${email}`,
      act: { disable: "Wyłącz", enable: "Włącz" },
      actOn: {
        disable: (email) => `Wyłącz: ${email}`,
        enable: (email) => `Włącz: ${email}`,
      },
      done: {
        revoked: "Zaproszenie zostało unieważnione.",
        disabled: "Konto zostało wyłączone i wylogowane. Jego dane zostają.",
        enabled: "Konto zostało ponownie włączone.",
      },
      resetLink: (email) => `Dla ${email}. Link jest jednorazowy, działa przez 30 minut i nie pokażemy go ponownie:`,
      inviteLink: (email) =>
        `Dla ${email ?? "jednej osoby"}. Link jest jednorazowy, działa przez siedem dni i nie pokażemy go ponownie:`,
      badEmail,
      taken,
      resetDisabled: "Nie ma linku: to konto jest wyłączone. Najpierw je włącz.",
      resetElsewhere: "Nie ma linku: hasło tego konta przechowuje usługa logowania.",
      elsewhere: "Konta powstają w usłudze logowania. Zaproś osoby, aby mogły się zarejestrować.",
      oneself: "Nie można wyłączyć własnego konta: oznaczałoby to utratę dostępu.",
      gone: "Nie znaleziono konta",
      goneWhy: "Mogło zostać usunięte.",
      invitation: {
        title: "Otwarte zaproszenia",
        newTitle: "Zaproś kogoś",
        hint: "Opcjonalnie. Tylko wypełni formularz.",
        make: "Utwórz zaproszenie",
        none: "Brak otwartych zaproszeń.",
        anybody: "Każdy, kto ma link",
        expires: "wygasa",
        revoke: "Unieważnij",
        revokeOf: (name) => `Unieważnij zaproszenie: ${name}`,
        gone: "Nie znaleziono zaproszenia",
        goneWhy: "Zostało użyte lub unieważnione albo wygasło.",
      },
      create: {
        title: "Nowe konto",
        hint: "Otrzymasz link do ustawienia hasła.",
        operator: "Nadaj temu kontu uprawnienia administratora",
        make: "Utwórz konto",
      },
    },
  },

  csrf: {
    foreign: "To żądanie przyszło z innej strony. Jeśli nie, odśwież stronę i spróbuj ponownie.",
    stale: "Ten formularz wygasł albo przeglądarka blokuje ciasteczka. Odśwież stronę i spróbuj ponownie.",
  },

  needsLogIn: "Sesja się skończyła. Zaloguj się, aby kontynuować.",
  providerDown: "Usługa logowania nie odpowiada. Spróbuj ponownie za chwilę.",
};

function promises(manners: FetcherManners): Html {
  return html`<ul>
    <li><strong>Raz dla wszystkich.</strong> Bez względu na to, ile osób czyta tu Twój kanał, pobieramy go raz.</li>
    <li>
      <strong>Nie za często.</strong> Zwykły odstęp to co najmniej ${inWords(manners.usualIntervalMs)}, a tam, gdzie
      ukazuje się niewiele, nawet ${inWords(manners.intervalMaxMs)}. Krótszy jest tylko tam, gdzie pozwala Twój serwer.
      Najmniejszy odstęp to ${inWords(manners.intervalMinMs)}.
    </li>
    <li>
      <strong>Tylko to, co nowe.</strong> Twoje <code>ETag</code> i <code>Last-Modified</code> wracają do Ciebie bajt w
      bajt; niezmieniony kanał kosztuje Cię jedno <code>304</code>.
    </li>
    <li>
      <strong>Po kolei.</strong> Jedno żądanie do serwera
      naraz${manners.hostPauseMs > 0 && `, potem przerwa: ${inWords(manners.hostPauseMs)}`}. Do wszystkich serwerów
      jednej domeny naraz najwyżej ${counted(manners.domainRequestsMax, ["żądanie", "żądania", "żądań", "żądania"])}.
    </li>
    <li>
      <strong>Cierpliwie przy błędach.</strong> Po błędzie czekamy za każdym razem dłużej, od pięciu minut do doby.
      Ponowne uruchomienie tego serwera nie przyspiesza żądań.
    </li>
    <li>
      <strong>Także po przeprowadzce.</strong> Stałe przekierowanie zapamiętujemy. Uwzględniamy najwyżej
      ${counted(manners.redirectsMax, ["przekierowanie", "przekierowania", "przekierowań", "przekierowania"])}.
    </li>
    <li>
      <strong>Nic więcej.</strong> Tylko <code>GET</code>; bez ciasteczek, bez nagłówka <code>Referer</code>, bez
      własnych parametrów.
    </li>
  </ul>`;
}

const failures: FailureWords = {
  timeout: "Serwer odpowiadał zbyt długo.",
  connection: "Serwer jest nieosiągalny.",
  "rate-limited": "Serwer nie przyjmuje teraz więcej zapytań",
  "server-error": "Serwer zgłasza własny błąd",
  "bad-request": "Serwer nie rozumie zapytania",
  "not-found": "Tego kanału już nie ma",
  "client-error": "Serwer odmówił",
  "not-a-feed": "Pod tym adresem nie ma kanału.",
  "too-large": "Odpowiedź jest za duża.",
  blocked: "Ten serwer nie pobiera spod tego adresu. Zapytaj operatora.",
  gone: "Tego kanału już nie ma",
  unauthorized: "Kanał wymaga logowania",
};

/** In the largest unit that divides evenly: 3,600,000 is „1 godzina”, 5,400,000 is „90 minut”. */
function inWords(durationMs: number): string {
  const isIn = (unitMs: number) => durationMs >= unitMs && durationMs % unitMs === 0;
  if (isIn(dayMs)) return counted(durationMs / dayMs, ["dzień", "dni", "dni", "dnia"]);
  if (isIn(hourMs)) return counted(durationMs / hourMs, ["godzina", "godziny", "godzin", "godziny"]);
  if (isIn(minuteMs)) return counted(durationMs / minuteMs, ["minuta", "minuty", "minut", "minuty"]);
  return counted(durationMs / 1_000, ["sekunda", "sekundy", "sekund", "sekundy"]);
}

/** A call may cost a tenth of a cent. */
function usd(sum: number): string {
  const digits = sum > 0 && sum < 1 ? 4 : 2;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "code",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(sum);
}
