const lengthMax = 254;
// As browsers check <input type="email"> (HTML standard, 4.10.5.1.5), so that page and server never disagree.
const form = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export function parseEmail(text: string): string | null {
  const email = text.trim();
  return email.length <= lengthMax && form.test(email) ? email : null;
}
