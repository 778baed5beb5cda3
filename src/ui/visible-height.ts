/** The height above the on-screen keyboard. Unset if the browser reports none. */
export const visibleHeight = '--visible-height'

/** The custom property with the player bar height in px. Unset without one. */
export const playerHeight = '--player'
