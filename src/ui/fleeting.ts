/** On what is shown for the moment, such as a notice: the first screen that is kept for the next start leaves it out. */
export const fleeting = { 'data-fleeting': '' } as const
