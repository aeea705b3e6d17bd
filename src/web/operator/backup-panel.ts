import type { Backup, BackupFacts } from "../../backups/backup-store.ts";
import { ago, exactTime, fileSize } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { panel } from "../kit/page.ts";

export type BackupView = BackupFacts & { at: number | null };

/** When the last good backup was made, how good it is, and what went wrong since. */
export function backupPanel(frame: Frame, { lastGood, last, at }: BackupView, now: Date): Html {
  const { backup: texts } = frame.texts.operator;
  const failure = last?.error ?? null;
  return panel(
    "backup",
    texts.title,
    html`${failure !== null && html`<p class="alert">${texts.failed(failure)}</p>`}
      ${
        lastGood === null
          ? html`<p>${texts.none}</p>`
          : html`<ul class="rows figures" role="list">
              <li>
                <strong>${texts.lastGood}</strong
                ><span>${ago(frame, lastGood.startedAt, now)}, ${exactTime(frame, lastGood.startedAt)}</span>
              </li>
              <li><strong>${texts.file}</strong><span>${lastGood.host}: ${lastGood.file}</span></li>
              <li>
                <strong>${texts.size}</strong
                ><span>${fileSize(frame, lastGood.bytes ?? 0)}${lastGood.encrypted && `, ${texts.encrypted}`}</span>
              </li>
              <li><strong>${texts.checked}</strong><span>${describeCheck(frame, lastGood.checked)}</span></li>
            </ul>`
      }
      <p class="note">${at === null ? texts.unscheduled : texts.scheduled(clock(at))}</p>`,
  );
}

function describeCheck({ texts }: Frame, checked: Backup["checked"]): string {
  const { restored, readAgain, unchecked } = texts.operator.backup;
  return checked === "restored" ? restored : checked === "read" ? readAgain : unchecked;
}

function clock(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
