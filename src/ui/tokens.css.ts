/** Sizes, the same in both themes and inlined. Space and type are in rem for 200 % text. */
export const tokens = {
  space: {
    none: '0',
    xxs: '0.125rem',
    xs: '0.25rem',
    s: '0.5rem',
    m: '0.75rem',
    l: '1rem',
    xl: '1.5rem',
    xxl: '2rem',
    xxxl: '3rem',
  },
  /** Space between content and the edge of the screen. */
  gutter: 'clamp(0.75rem, 5vw, 1.25rem)',
  font: {
    /** Used through `displayFont` only, which loads it without delaying the first paint. */
    display: "'Bricolage Grotesque', system-ui, sans-serif",
    body: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif",
  },
  /** The five text sizes: notes, body, lead, titles, and the name for a screen or a picture. */
  type: {
    s: '0.8125rem',
    m: '0.9375rem',
    l: '1.0625rem',
    xl: '1.375rem',
    display: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.25rem)',
  },
  leading: { tight: '1.15', snug: '1.3', normal: '1.45' },
  weight: { normal: '400', medium: '600', bold: '700', heavy: '800' },
  tracking: { wide: '0.09em', tight: '-0.015em' },
  radius: { s: '0.5rem', m: '0.875rem', l: '1.25rem', pill: '999rem' },
  border: { hair: '1px', thick: '2px' },
  size: {
    /** The minimum touch target; four fit side by side even with large text. */
    target: 'clamp(44px, 2.75rem, 17vw)',
    control: '3.25rem',
    /** Inline padding in a small button; less on the narrowest phone. */
    buttonRoom: 'clamp(0.5rem, 3.5vw, 1rem)',
    /** Inline padding in a field; with large text its words need the room. */
    fieldRoom: 'min(1rem, 5vw)',
    icon: '1.5rem',
    iconSmall: '1.125rem',
    dot: '0.625rem',
    count: 'min(1.25rem, 8vw)',
    area: '6rem',
    speck: '1px',
    avatarS: 'min(1.75rem, 12vw)',
    avatarM: '2.5rem',
    avatarL: 'min(4.25rem, 22vw)',
    avatarXl: 'min(7rem, 30vw)',
    /** The least height of the picture in a head, nearly square on a phone. */
    headPicture: 'min(100vw, 44svh)',
    /** Above a name on a picture, where the picture fades out. */
    headFade: '4rem',
    /** A round action with its word; five share a row on the narrowest phone. */
    action: '3.375rem',
    /** Pictures scale less than text, so that large text fits beside them. */
    sleeveS: 'min(3.25rem, 16vw)',
    sleeveM: 'min(3.5rem, 18vw)',
    sleeveL: 'min(7rem, 30vw)',
    /** Two with a sign between them share a card on the narrowest phone. */
    record: 'min(8.5rem, 36vw)',
    /** A third of the column, on a phone and beside others. */
    sleeveThird: 'min(30vw, 11rem)',
    /** A third of a card on a phone. */
    sleeveCard: '34%',
    /** The rank column in a leaderboard, and the word "new" of a chart. */
    place: 'max(min(2.75rem, 10vw), 1.625rem)',
    /** A mark on the exploration chart, and the space reserved for a zone's name. */
    mark: '2rem',
    zone: '4.75rem',
    /** The bars for plays per month, in their card. */
    monthChart: '15.25rem',
    /** A track that a followed member plays, and the row with its two lines. */
    playingTile: 'min(6rem, 30vw)',
    /** Three side by side in the narrowest aside. */
    playingTileLeast: '5.5rem',
    playingRow: 'calc(min(6rem, 30vw) + 4.25rem)',
    /** The exploration chart with ten artists. */
    sea: '43rem',
    tabBar: '4rem',
    /** A screen header in one row: the touch target and its padding. */
    header: 'max(4rem, clamp(44px, 2.75rem, 17vw) + 1.5rem)',
    /** Beside the column; with large text they take a share of the window. */
    rail: 'min(13rem, 25vw)',
    column: '38rem',
    /** Beside the column: the smallest width of the second area, and its largest. */
    aside: 'min(20rem, 30vw)',
    beside: '40rem',
    /** A list: what is chosen in it is open beside it. */
    listed: 'min(28rem, 30vw)',
    filters: 'min(22rem, 29vw)',
    crop: '20rem',
    dialog: '28rem',
    /** Below this height a screen that fills the window scrolls as a whole. */
    lowest: '18rem',
    /** The minimum text width beside an icon and a button before they wrap. */
    words: 'min(9rem, 45vw)',
    /** The minimum width for a figure with its name: two columns on the narrowest phone. */
    figure: 'min(7rem, 100%)',
    /** The same minimum for a name in a list. */
    name: 'min(5.5rem, 45vw)',
    /** The minimum width of a card with a track, two side by side on most phones. */
    half: 'min(9rem, 100%)',
    tooltip: '16rem',
    toast: '26rem',
  },
  motion: { quick: '120ms', calm: '220ms', slow: '900ms', ease: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
  layer: { above: '1', bar: '10', toast: '40', skip: '60' },
  focus: { width: '3px', offset: '2px' },
} as const

export const media = {
  wide: 'screen and (min-width: 900px)',
  /** 1100 px, more with large text: two areas side by side. No phone is as wide. */
  beside: 'screen and (min-width: 68.75em)',
  /** 2200 px: a large screen. */
  huge: 'screen and (min-width: 137.5em)',
  roomy: 'screen and (min-width: 600px)',
  /** The column fills the screen; otherwise it has space at both sides. */
  filled: 'screen and (width < 40em)',
  framed: 'screen and (width >= 40em)',
  /** A phone with text at 150 % or larger. */
  cramped: 'screen and (width < 18em)',
  /** A phone on its side, or with an open keyboard. */
  low: '(max-height: 480px)',
  /** A phone with an open keyboard. */
  keyboard: '(max-width: 899px) and (max-height: 520px)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
  dark: '(prefers-color-scheme: dark)',
  /** Installed, and without the browser's own bars. */
  standalone: '(display-mode: standalone)',
  forcedColors: '(forced-colors: active)',
  hover: '(hover: hover)',
}

/** Queries on a container's width in rem: large text makes them true on a phone with any width. */
export const container = {
  /** Content beside a picture on a phone with text at 150 % or larger. */
  tight: '(max-width: 10rem)',
  /** A phone with text at 150 % or larger. */
  cramped: '(max-width: 15rem)',
  /** Content as wide as the narrowest phone. */
  narrow: '(max-width: 19rem)',
  /** Content as wide as a column on a tablet. */
  column: '(width >= 30rem)',
  /** Narrower, such as in an aside. */
  aside: '(width < 30rem)',
}
