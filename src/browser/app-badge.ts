/**
 * Shows a number on the installed app's icon, none at 0 (Badging API). Does nothing without an icon
 * or the API; a rejection by the browser is ignored.
 */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  shown.catch(() => undefined)
}
