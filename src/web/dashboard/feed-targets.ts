/** The elements that 003 names; what goes wrong is shown in them. */
export const addErrorsTarget = "#feed-add-form-errors";
export const editErrorsTarget = (id: string) => `#feed-edit-form-errors-${id}`;
export const rowErrorsTarget = (id: string) => `#feed-item-${id}-errors`;
