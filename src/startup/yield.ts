/** Lets the browser go on before what follows: one long task is two then. */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
