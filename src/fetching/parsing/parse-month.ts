// 1 to 12, from a number or a name in one of a dozen languages; null where it is neither.
export function parseMonth(written: string): number | null {
  if (/^\d+$/.test(written)) return Number(written);
  const known = months.get(written.slice(0, 3));
  if (known !== undefined) return known;
  const name = written.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return months.get(name.slice(0, 4)) ?? months.get(name.slice(0, 3)) ?? null;
}

// The beginnings of their names, without accents, in English, German, Dutch, Danish, French, Spanish, Italian,
// Portuguese, Hungarian, Polish, Turkish, Greek and Russian, as far as they differ from those before.
const months = new Map(
  [
    "Jan jan ene gen sty oca ιαν янв",
    "Feb feb fev lut sub φεβ фев",
    "Mar mar mrt maer μαρ мар",
    "Apr apr avr abr kwi nis απρ апр",
    "May may mai mei maj mag μαι мая май",
    "Jun jun juin giu cze haz ιουν ιον июн",
    "Jul jul juil lug lip tem ιουλ ιολ июл",
    "Aug aug aou ago sie αυγ авг",
    "Sep sep set wrz eyl sze σεπ сен",
    "Oct oct okt ott out paz eki οκτ окт",
    "Nov nov lis kas νοε ноя",
    "Dec dec dez dic des gru ara δεκ дек",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);
