/** Calls back once after `ms`. Returns a function that cancels it. */
export function later(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
