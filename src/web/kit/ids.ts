const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether it could be an id at all. Anything else is not worth a query, and PostgreSQL would refuse it. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}
