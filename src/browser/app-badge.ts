/**
 * Shows a number on the icon of the installed app, none at 0 (Badging API). Where there is no such icon or no such
 * interface nothing happens; a browser that refuses says so in a rejection, which means the same.
 */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  shown.catch(() => undefined)
}
