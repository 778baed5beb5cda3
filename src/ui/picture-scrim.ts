/** The opacity of the ground over a picture where a name begins on it. */
export const PICTURE_SCRIM = 0.8
