import type { BriefSchedule } from "../../digests/brief-schedule-store.ts";
import { faultLine } from "../auth/form-field.ts";
import { type Html, html } from "../html.ts";
import { csrfField, type Frame } from "../layout.ts";
import { type ScheduleFault, timeZones } from "./parse-schedule.ts";

/** When briefs are written by themselves. */
export function scheduleForm(frame: Frame, { timeZone, at }: BriefSchedule, fault: ScheduleFault | null): Html {
  const texts = frame.texts.briefs;
  const timeFault = fault === "bad-time" ? texts.badTime : null;
  const zoneFault = fault === "bad-zone" ? texts.badZone : null;
  return html`<section class="panel form" aria-labelledby="schedule">
    <header><h2 id="schedule">${texts.scheduleTitle}</h2></header>
    <form method="post" action="/briefs/schedule">
      ${csrfField(frame)}
      <div class="field">
        <label for="at">${texts.time}</label>
        <input
          id="at"
          name="at"
          type="time"
          value="${at}"
          aria-describedby="at-hint ${timeFault !== null && "at-fault"}"
          aria-invalid="${timeFault !== null && "true"}"
        />
        <p class="hint" id="at-hint">${texts.timeHint}</p>
        ${faultLine("at", timeFault)}
      </div>
      <div class="field">
        <label for="zone">${texts.zone}</label>
        <select
          id="zone"
          name="zone"
          aria-describedby="${zoneFault !== null && "zone-fault"}"
          aria-invalid="${zoneFault !== null && "true"}"
        >
          ${timeZones.map((zone) => html`<option value="${zone}" selected="${zone === timeZone}">${zone.replaceAll("_", " ")}</option>`)}
        </select>
        ${faultLine("zone", zoneFault)}
      </div>
      <button class="btn go">${texts.save}</button>
    </form>
  </section>`;
}
