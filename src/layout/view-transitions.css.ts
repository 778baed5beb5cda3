import { globalStyle, keyframes } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** The name that the pressed picture and the head of the opened screen share. */
export const SHARED = 'picture'

const enter = keyframes({ from: { opacity: 0, transform: `translateX(${tokens.space.xxl})` } })
const enterBack = keyframes({ from: { opacity: 0, transform: `translateX(-${tokens.space.xxl})` } })
const fade = keyframes({ to: { opacity: 0 } })

// A press during the transition reaches the new screen.
globalStyle('::view-transition', { pointerEvents: 'none' })
globalStyle('::view-transition-group(*)', {
  animationDuration: tokens.motion.calm,
  animationTimingFunction: tokens.motion.ease,
})
globalStyle('::view-transition-old(root), ::view-transition-new(root)', { animationDuration: tokens.motion.quick })

/** The bar with the tabs does not move: it is the same before and after. */
globalStyle('nav[aria-label="Main"]', { viewTransitionName: 'tabs' })
globalStyle('::view-transition-old(tabs)', { display: 'none' })
globalStyle('::view-transition-new(tabs)', { animation: 'none' })

const content = { animationDuration: tokens.motion.calm, animationTimingFunction: tokens.motion.ease }
globalStyle('html:active-view-transition-type(forward)::view-transition-new(root)', {
  ...content,
  animationName: enter,
})
globalStyle('html:active-view-transition-type(back)::view-transition-new(root)', {
  ...content,
  animationName: enterBack,
})
globalStyle('html:active-view-transition-type(forward, back)::view-transition-old(root)', {
  animationDuration: tokens.motion.quick,
  animationName: fade,
})
