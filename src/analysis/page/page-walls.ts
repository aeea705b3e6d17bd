// Signs that a page keeps its article from us, in the languages we read: English, German, Polish. Each is a whole
// request of the publisher, not a word: an article may well speak of subscribers and cookies.

/** In JSON-LD, microdata or Open Graph: the publisher's own word for search engines. */
export function declaresPaywall(html: string): boolean {
  return declaration.test(html);
}

export function offersSubscription(text: string): boolean {
  return offer.test(text.replace(/\s+/g, " "));
}

/** The text is nothing but the question whether one agrees to be followed. */
export function isConsentWall(text: string): boolean {
  if (text.length > consentCharsMax) return false;
  const words = text.split(/\s+/).length;
  const signs = text.match(consentWords)?.length ?? 0;
  return signs >= consentSignsMin && signs / words >= consentShareMin;
}

const declaration = new RegExp(
  [
    '"isAccessibleForFree"\\s*:\\s*"?false',
    'itemprop="isAccessibleForFree"\\s+content="false',
    '"article:content_tier"\\s+content="locked',
  ].join("|"),
  "i",
);

const offer = new RegExp(
  [
    "(?:subscribe|sign (?:in|up)|log in|register) (?:now )?(?:to|and) (?:continue|keep reading|read (?:the|this|more|on))",
    "create (?:a|your)(?: free)? account (?:to|and) (?:continue|keep reading|read)",
    "to (?:continue|keep) reading,? (?:please )?(?:subscribe|sign|log|register)",
    "(?:article|story|content) is (?:only |exclusively )?(?:for|available to|reserved for) (?:our )?(?:subscribers|members)",
    "unlock this (?:article|story)",
    "you(?:[’']?ve| have) (?:reached|used)(?: up)? (?:your|all).{0,20} (?:limit|free articles)",

    "um (?:diesen artikel )?weiter ?zu ?lesen",
    // With an arrow or dots after it, it leads to another article.
    "(?:jetzt|mit [^.…]{1,30}) (?:weiterlesen|freischalten)(?!\\s*(?:…|\\.\\.\\.|[>›»→]))",
    "(?:artikel|inhalt|beitrag) ist (?:nur |exklusiv |ausschließlich )?für (?:unsere )?(?:abonnent|mitglieder)",
    "(?:exklusiv|nur) für (?:unsere )?abonnent",
    "melden sie sich an, um (?:weiter|diesen)",

    "aby (?:czytać dalej|przeczytać (?:cały|całość)|kontynuować czytanie)",
    "(?:artykuł|tekst|treść) (?:jest )?dostępn[ya] (?:tylko |wyłącznie )?dla (?:naszych )?(?:prenumerator|subskrybent)",
    "tylko dla (?:naszych )?(?:prenumerator|subskrybent)",
    "odblokuj (?:ten )?(?:artykuł|tekst)",
    "(?:pozostało|zostało) (?:jeszcze )?\\d{1,2} ?% (?:artykułu|tekstu)",
  ].join("|"),
  "iu",
);

/** Longer than any question; articles about such questions have more to say. */
const consentCharsMax = 4_000;
const consentSignsMin = 6;
const consentShareMin = 0.04;
const consentWords = new RegExp(
  `(?<!\\p{L})(?:${[
    "cookie|tracking|consent|legitimate interest|our \\d* ?partners|privacy|personali[sz]ed",
    "einwilligung|zustimm|datenschutz|unsere \\d* ?partner|werbung|personalisiert",
    "ciastecz|zgod[ęayz]|prywatnoś|partner(?:zy|ów|om|ami)|przetwarza|reklam",
  ].join("|")})`,
  "giu",
);
