import type { Language } from "../accounts/preferences.ts";

type WebhookMail = (name: string, address: string, answer: string) => { subject: string; text: string };

/** Sent once, when a webhook is switched off. */
export const webhookMails: Record<Language, WebhookMail> = {
  en: (name, address, answer) => ({
    subject: `Plainwire no longer sends to ${name}`,
    text: `Plainwire could not send anything to “${name}” for three days, or it asked us to stop, and has switched it off.${quoted("Its last answer", answer)}\n\nYou can switch it on again here. What waits is sent then.\n${address}\n`,
  }),
  de: (name, address, answer) => ({
    subject: `Plainwire sendet nichts mehr an ${name}`,
    text: `Plainwire konnte drei Tage lang nichts an „${name}“ senden, oder das Ziel wollte nichts mehr, und hat es abgeschaltet.${quoted("Seine letzte Antwort", answer)}\n\nHier kannst du es wieder einschalten. Was wartet, wird dann gesendet.\n${address}\n`,
  }),
  pl: (name, address, answer) => ({
    subject: `Plainwire nie wysyła już niczego do: ${name}`,
    text: `Przez trzy dni Plainwire nie mógł niczego wysłać do „${name}” albo odbiorca o to poprosił, więc wysyłanie zostało wyłączone.${quoted("Ostatnia odpowiedź", answer)}\n\nTutaj możesz je włączyć ponownie. To, co czeka, zostanie wtedy wysłane.\n${address}\n`,
  }),
};

function quoted(label: string, answer: string): string {
  return answer === "" ? "" : ` ${label}: ${answer}`;
}
