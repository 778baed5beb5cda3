/**
 * The role of a list without markers: reset.css.ts removes them, and Safari then announces a list
 * only with an explicit role.
 */
export const listRole = { role: 'list' } as const
