export const loadPlayerBar = async () => (await import('./PlayerBar.tsx')).PlayerBar

let preloading: Promise<unknown> | undefined

/** Fetches the code of the player bar, so that a press does not wait for it. */
export function preloadPlayerBar(): void {
  // A failed request, as in a tunnel, is repeated by the press.
  preloading ??= loadPlayerBar().catch(() => undefined)
}
