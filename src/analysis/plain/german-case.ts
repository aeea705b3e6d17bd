/** Whether a German word, seen only in capitals, is written small. Nouns and names are not, and headlines shout nouns. */
export function isLowerInGerman(word: string): boolean {
  return (
    lowerWords.has(word) ||
    /(?:lich|isch|ig|los|sam|bar)(?:e|er|en|es|em)?$/u.test(word) ||
    /^(?:ge\w{3,}t|ver\w{3,}t|be\w{3,}t|\w{3,}iert)$/u.test(word)
  );
}

const lowerWords = new Set(
  (
    "und oder aber auch nur noch schon jetzt heute morgen gestern hier da dort so wie was warum wann wo wer nicht nie immer mehr " +
    "weniger sehr ganz neu neue neuer neuen neues alt alte alten gut gute guten groß große großen klein kleine kleinen erst erste " +
    "ersten letzte letzten ist sind war waren wird werden wurde hat haben hatte kann können soll sollen will wollen muss müssen " +
    "darf macht machen geht gehen kommt kommen sagt sagen steht stehen liegt bleibt bleiben gibt nimmt sieht weiß fordert warnt bestätigt setzt meldet plant grassiert erklärt zeigt stoppt verbietet startet endet fehlt hilft trifft " +
    "droht kritisiert verlorener verlorene verlorenen geheime geheimen schwere schweren tote toten dass weil wenn als ob denn doch " +
    "sich seit trotz gegen ohne über unter zwei drei vier fünf sechs sieben acht neun zehn alle kein keine endlich wieder weiter " +
    "raus rein weg ab an auf aus bei ein mit nach vor zu zurück zusammen englische englischen deutsche deutschen"
  ).split(" "),
);
