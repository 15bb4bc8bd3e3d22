/** Cancel of a long form discards its draft. */
export const isCancel = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('form[data-draft] .form-actions a') !== null
