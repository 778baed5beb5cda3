/** The custom property with the height that the on-screen keyboard leaves. Unset where the browser can't tell. */
export const visibleHeight = '--visible-height'
