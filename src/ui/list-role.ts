/** reset.css.ts removes markers, and Safari then announces a list only with an explicit role. */
export const listRole = { role: 'list' } as const
