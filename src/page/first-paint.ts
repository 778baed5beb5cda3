const AT_LATEST_MS = 500

/** Resolves after the next frame was painted, or half a second later where none is (a hidden tab). Never when aborted. */
export function afterFirstPaint(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      if (!signal.aborted) resolve()
    }
    requestAnimationFrame(() => setTimeout(done))
    setTimeout(done, AT_LATEST_MS)
  })
}
