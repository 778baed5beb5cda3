/** Returns a stored text; null if there is none or storage is unavailable (private modes, site settings). */
export function readLocalStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it if null. Returns false if storage is full or unavailable. */
export function writeLocalStorage(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch (error) {
    console.warn(`${key} can't be stored on this device.`, error)
    return false
  }
}
