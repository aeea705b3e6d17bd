import assert from "node:assert/strict";
import { test } from "node:test";
import { describeWhyNext, type WhyNext } from "../../../src/schedule/policy/why-next.ts";
import { hourOfDay, timeOfDay } from "../../../src/web/kit/dates.ts";
import { de } from "../../../src/web/texts/de.ts";
import { pl } from "../../../src/web/texts/pl.ts";

const summer = new Date("2026-07-10T12:00:00Z");
const winter = new Date("2026-01-10T12:00:00Z");

test("an hour of UTC is told by the person's clock, in summer and in winter", () => {
  const berlin = { locale: "de", timeZone: "Europe/Berlin" };
  assert.equal(hourOfDay(berlin, 23, summer), "01:00");
  assert.equal(hourOfDay(berlin, 23, winter), "00:00");
  assert.equal(hourOfDay({ locale: "en-GB", timeZone: "Asia/Kolkata" }, 6, winter), "11:30");
  assert.equal(timeOfDay(berlin, summer), "14:00");
});

const why: WhyNext = {
  from: "2026-07-10T12:00:00Z",
  at: "2026-07-10T13:00:00Z",
  winner: "learned-interval",
  candidates: [],
  shifts: [],
  habit: { perWeek: 21, days: null, hours: { from: 6, until: 18 }, recent: 0 },
};

test("a feed's usual hours are told by the given clock, and by UTC without one", () => {
  const clock = { time: () => "soon", hour: (hour: number) => `${hour + 2} o’clock` };
  assert.match(describeWhyNext(why, undefined, clock).join(" "), /Next run soon.*from 8 o’clock to 20 o’clock\./);
  assert.match(describeWhyNext(why).join(" "), /from 06:00 UTC to 18:00 UTC\./);
  for (const { engine } of [de, pl]) {
    const told = describeWhyNext(why, engine.whyNext, clock).join(" ");
    assert.match(told, /8 o’clock .* 20 o’clock/);
    assert.doesNotMatch(told, /UTC/);
  }
});
