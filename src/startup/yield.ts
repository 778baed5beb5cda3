/** Resolves in a new task: the browser can handle input and paint first. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
