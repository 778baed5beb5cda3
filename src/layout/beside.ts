/** Beside a screen on a wide window. `company`: what others play, what waits. Others: lists. */
export type Beside = 'company' | 'messages' | 'settings' | 'swaps'
