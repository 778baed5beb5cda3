/**
 * The custom property with the height above the on-screen keyboard. Unset if the browser does not
 * report it.
 */
export const visibleHeight = '--visible-height'

/** The custom property with the player bar height in px. Unset without one. */
export const playerHeight = '--player'
