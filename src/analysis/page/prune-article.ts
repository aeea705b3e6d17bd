import { linkShare, type PageElement, shareOf } from "./parse-document.ts";

const blockCharsMax = 200;
const requestCharsMax = 300;
const shareMax = 0.7;

/** Takes out what stands among the paragraphs of most news pages and is not the article: its byline and date, ways to others. */
export function pruneArticle(article: PageElement, byline: string | null): void {
  cutOtherMatter(article);
  for (const block of article.querySelectorAll("p, li, h2, h3, h4, h5, h6, div, header, footer, blockquote")) {
    const text = block.textContent.replace(/\s+/g, " ").trim();
    if (text === "" || text.length > requestCharsMax) continue;
    if (isRequest(text) || (text.length <= blockCharsMax && isFurniture(block, text, byline))) block.remove();
  }
}

function isFurniture(block: PageElement, text: string, byline: string | null): boolean {
  const isLink = linkShare(block) > shareMax && !sentenceEnd.test(text);
  const isDate = shareOf(block, "time") > shareMax;
  if (isLink || isDate || isFurnitureLine(text) || isByline(text, byline)) return true;
  // A paragraph may begin like this by chance; a line that has a link or is not a sentence does not.
  return leadsElsewhere(text) && (!sentenceEnd.test(text) || linkShare(block) > 0);
}

/** No more than this share of the article may go with a heading. */
const cutShareMax = 0.3;

/** A heading like "Related articles" or "About the author" goes with all that follows it, up to the next heading. */
function cutOtherMatter(article: PageElement): void {
  const charsMax = article.textContent.length * cutShareMax;
  for (const heading of article.querySelectorAll("h2, h3, h4, h5, h6")) {
    if (!headsOtherMatter(heading.textContent.replace(/\s+/g, " ").trim())) continue;
    const part = [heading];
    let chars = 0;
    for (let next = heading.nextElementSibling; next !== null; next = next.nextElementSibling) {
      if (headings.has(next.tagName)) break;
      part.push(next);
      chars += next.textContent.length;
    }
    for (const element of chars <= charsMax ? part : [heading]) element.remove();
  }
}

const headings = new Set(["H1", "H2", "H3", "H4", "H5", "H6"]);

/** "By", "Von" or "Autor:" may stand before it. */
const bylineWordsCharsMax = 12;

function isByline(text: string, byline: string | null): boolean {
  return byline !== null && text.includes(byline) && text.length <= byline.length + bylineWordsCharsMax;
}

const sentenceEnd = /[.!?…]["'”’“»)]*$/;

// Lines that stand among the paragraphs of an article and are not part of it, by their words: mostly English, German,
// Polish, then Spanish, French and Italian. Each pattern covers a whole line or its beginning, never a word alone.

/** The whole line is a label ("Advertisement", "Read more:"), a date or the credit of a picture. */
export function isFurnitureLine(text: string): boolean {
  return label.test(text) || (text.length <= dateCharsMax && date.test(text)) || isCredit(text);
}

/** The line leads to other articles: "Read also: …", "Das könnte Sie auch interessieren". */
export function leadsElsewhere(text: string): boolean {
  return elsewhere.test(text);
}

/** The site asks the reader for something: to subscribe, to follow, to comment. */
export function isRequest(text: string): boolean {
  return text.length <= requestCharsMax && request.test(text);
}

/** The heading of a part that is about other articles, the author or the readers' comments. */
export function headsOtherMatter(text: string): boolean {
  return text.length <= headingCharsMax && (otherMatter.test(text) || elsewhere.test(text));
}

const dateCharsMax = 60;
const creditCharsMax = 160;
const headingCharsMax = 80;

function isCredit(text: string): boolean {
  return text.length <= creditCharsMax && credit.test(text);
}

const label = line([
  "advertisement|(?:story|article) continues below(?: advertisement)?|read (?:more|also|next)|related(?: articles| stories| topics)?",
  "more on this(?: story)?|share(?: this)?(?: article| story| post)?|follow us|recommended|most read|(?:leave a )?comments?|tags|topics|print|sponsored|load more",

  "anzeige|werbung|lesen sie auch|auch interessant|mehr (?:zum thema|dazu)|zum thema|weitere artikel|(?:artikel |beitrag )?(?:teilen|drucken)",
  "das könnte sie auch interessieren|empfohlener redaktioneller inhalt|externer inhalt|weitere informationen|mehr themen|lade weitere inhalte|kommentare?|schlagwörter|alle angaben ohne gewähr|zurück zur übersicht",

  "reklama|(?:prze)?czytaj (?:też|także|również|więcej|dalej)|zobacz (?:też|także|również|więcej)|polecamy|powiązane",
  "udostępnij|komentarze|tagi|drukuj",

  "publicidad|comparti[rl]|comentarios|publicité|partager|commentaires|pubblicità|condividi|commenti",
]);

/** "2 May 2031", "Montag, 5. Mai 2031, 14:30 Uhr", "Updated: 05/02/2031". */
const date =
  /^(?:[\p{L} ]{2,25}[:,]? )?(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\.? \p{L}{3,10}\.?,? \d{4}|\p{L}{3,10}\.? \d{1,2}, \d{4})(?:[T ,|–-]*(?:um |at )?\d{1,2}[:.]\d{2}.{0,12})?$/iu;

const credit =
  /^[[(]?\s*(?:©|\(c\)|(?:(?:titel|beitrags|symbol|archiv)?(?:bild|foto)(?:er|s|quelle|nachweis|credit)?|(?:photo|image|picture)(?:s|graph)?(?: by| credits?| courtesy)?|fot\.|zdjęcie|imagen|foto(?:grafía)?|crédits?(?: photo)?)(?:\s*[:©/|]| by ))/iu;

const elsewhere = start([
  "read (?:more|also|next|this)(?: on [^:]+)?:|(?:see|read) also|(?:you (?:may|might) also (?:like|enjoy|be interested)|more (?:from|on|about) [^.]+:?$)",
  "related(?: (?:articles?|stor(?:y|ies)|posts?|content|topics|links|reading))?\\s*(?::|$)|recommended (?:articles|reading|for you|stories)|don['’]t miss:",

  "(?:lesen sie|lies|lest) (?:auch|hier|dazu|mehr)|siehe auch:|mehr (?:zum thema|dazu|infos?|informationen)\\s*:|auch interessant|(?:passend|mehr) zum thema",
  "(?:das|dies)(?: thema)? könnte (?:sie|dich|euch) (?:auch|ebenfalls)|(?:ähnliche|empfohlene|verwandte|weitere) (?:artikel|beiträge|themen|links|nachrichten|meldungen)",
  "weiterführende (?:links|informationen|artikel)|entdecken? (?:sie )?weitere|(?:… |\\.\\.\\. ?)?weiter zu[mr]? ",

  "\\[?(?:prze)?czytaj (?:też|także|również|więcej)|zobacz (?:też|także|również)|polecamy|może (?:cię|ci) (?:zainteresować|się spodobać)|podobne (?:artykuły|wpisy)",

  "puedes? ver:|(?:lee|lea|leer|mira|vea) (?:también|además|más)|te puede interesar|te recomendamos|también puedes leer|notas? relacionadas?",
  "(?:à )?lire aussi|sur le même (?:sujet|thème)|voir aussi|articles? (?:liés?|similaires?)|leggi anche|potrebbe interessarti|articoli correlati",
]);

const request = start([
  "(?:sign up|subscribe|register) (?:for|to|now|here|today)|(?:get|join) our (?:free )?(?:daily |weekly )?newsletter|follow (?:us|(?:\\S+ ){1,4}on (?:twitter|x|facebook|instagram|bluesky|mastodon))|like us on|join the (?:discussion|conversation)",
  "(?:you must be|please) (?:log|sign)(?:ged)?[ -]in|leave a (?:comment|reply)|your email address will not|this site uses akismet|tell us in the comments|share your thoughts",
  "(?:submit|send) (?:us )?your (?:letter|story)|for the latest (?:news|stories).{0,60}(?:download|subscribe|app)|this (?:post|article) (?:may )?contains? (?:affiliate|references to products)|this entry was posted",

  "(?:jetzt )?(?:abonnier|bestell|hol)\\S* (?:sie |dir |euch )?(?:unseren|den|hier|jetzt|die)[^.]* ?newsletter|(?:melde[nt]? (?:sie|dich) |jetzt ).{0,40}newsletter|folge[nt]? (?:sie )?(?:uns|mir)",
  "(?:schreib|hinterlass)\\S* (?:sie |uns |mir )?(?:einen |doch )?(?:kommentar|eine antwort)|diese website verwendet akismet|(?:deine|ihre) e-mail-adresse wird nicht|(?:sie müssen|du musst) (?:angemeldet|eingeloggt)",
  "\\*?(?:anzeige|werbung) ?[-–—:.] |dieser (?:beitrag|artikel|text) enthält (?:werbung|affiliate|werbelinks)|(?:den |diesen )?(?:artikel|beitrag) (?:mit anderen )?teilen|nach (?:der )?anmeldung (?:geht|erh)",
  "wir respektieren (?:deine|ihre) privatsphäre|dieser (?:text|beitrag|artikel) (?:wurde|ist|erschien) (?:veröffentlicht |zuerst |erschienen )?(?:unter der lizenz|in ausgabe|auf )",

  "(?:zapisz się|zasubskrybuj|dołącz do|obserwuj nas|zapraszamy (?:też )?do (?:subskrypcji|prenumeraty)|polub nas|dodaj komentarz)|(?:suscríbete|suscribite|regístrate|síguenos|únete a)|(?:abonnez|inscrivez|suivez)-(?:vous|nous)|iscriviti|seguici",
]);

const otherMatter = line([
  "(?:about|meet) (?:the )?authors?|author|(?:\\d+ )?(?:comments?|replies|responses?)|leave a (?:comment|reply)|newsletter|contact|press contact|share this",
  "(?:über|zu[mr]?) (?:den |die )?(?:person|autor(?:in|en|innen)?)|(?:der|die) autor(?:in|en)?|(?:\\d+ )?(?:kommentare?|antworten)|schreibe? einen kommentar|pressekontakt|kontakt",
  "o autor(?:ze|ce)|(?:\\d+ )?komentarz[ey]?|dodaj komentarz|sobre el autor|comentarios|à propos de l['’]auteur|commentaires|commenti",
]);

function line(patterns: string[]): RegExp {
  return new RegExp(`^(?:${patterns.join("|")})\\s*[:.…›»!?]*$`, "iu");
}

function start(patterns: string[]): RegExp {
  return new RegExp(`^\\W{0,3}(?:${patterns.join("|")})`, "iu");
}
