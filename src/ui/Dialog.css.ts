import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

const rise = keyframes({ from: { opacity: 0, translate: `0 ${tokens.space.xl}` } })

const base = style({
  margin: 'auto',
  padding: 0,
  maxInlineSize: 'none',
  maxBlockSize: 'none',
  background: theme.surface.ground,
  color: theme.text.main,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  overflow: 'auto',
  overscrollBehavior: 'contain',
  animation: `${rise} ${tokens.motion.calm} ${tokens.motion.ease}`,
  '::backdrop': { background: theme.surface.backdrop },
})

/** On a phone: `question` a bottom sheet, `panel` and `story` fill it. Else a card or a side panel. */
export const dialog = styleVariants({
  question: [
    base,
    {
      inlineSize: '100%',
      maxBlockSize: '90dvb',
      marginBlockEnd: 0,
      borderRadius: `${tokens.radius.l} ${tokens.radius.l} 0 0`,
      paddingBlockEnd: 'env(safe-area-inset-bottom)',
      '@media': {
        [media.roomy]: { inlineSize: tokens.size.dialog, marginBlockEnd: 'auto', borderRadius: tokens.radius.l },
      },
    },
  ],
  panel: [
    base,
    {
      inlineSize: '100%',
      blockSize: '100dvb',
      border: 'none',
      paddingBlock: 'env(safe-area-inset-top) env(safe-area-inset-bottom)',
      '@media': {
        [media.roomy]: {
          inlineSize: tokens.size.dialog,
          marginInlineEnd: 0,
          borderInlineStart: `${tokens.border.hair} solid ${theme.surface.line}`,
        },
      },
    },
  ],
  story: [
    base,
    {
      inlineSize: '100%',
      blockSize: '100dvb',
      border: 'none',
      paddingBlock: 'env(safe-area-inset-top) env(safe-area-inset-bottom)',
      '@media': {
        [media.roomy]: { inlineSize: tokens.size.dialog, maxBlockSize: '50rem', borderRadius: tokens.radius.l },
      },
    },
  ],
})

export const inside = style({
  display: 'grid',
  gap: tokens.space.l,
  padding: tokens.space.xl,
  selectors: {
    // Its content fills it. Its own class is before those that all variants have.
    [`${dialog.story.split(' ')[0]} > &`]: {
      boxSizing: 'border-box',
      blockSize: '100%',
      gap: tokens.space.m,
      padding: tokens.space.l,
      gridTemplateRows: 'auto minmax(0, 1fr)',
    },
  },
})

export const head = style({ display: 'flex', alignItems: 'center', gap: tokens.space.m })

export const title = style({ flex: 1, minInlineSize: 0 })

export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: tokens.space.s })
