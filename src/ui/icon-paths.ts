/** One stroke set on a 24 px grid: each value is the `d` of one path, 1.75 wide. */
export const iconPaths = {
  feed: 'M12 20.5v-8.5 M8.7 15.2a4.4 4.4 0 1 1 6.6 0 M5.6 18a8.6 8.6 0 1 1 12.8 0',
  search: 'M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z M15.6 15.6 20.5 20.5',
  swap: 'M4 8.5h15 M15 4.5l4 4 M20 15.5H5 M9 19.5l-4-4',
  profile: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z M4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  back: 'M15 5l-7 7 7 7',
  plus: 'M12 5v14 M5 12h14',
  message: 'M4 20.5V6a1.5 1.5 0 0 1 1.5-1.5h13A1.5 1.5 0 0 1 20 6v9.5a1.5 1.5 0 0 1-1.5 1.5H8l-4 3.5Z',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 2h-14l1.5-2Z M10 20.5h4 M12 3.5v2',
  heart: 'M12 20S4 15.2 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15.2 12 20 12 20Z',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z M12 7v5.2l3.3 2',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9 M19.5 4v5h-5',
  warning: 'M12 4 2.8 19.8h18.4L12 4Z M12 10v4.5 M12 17v.1',
  'chevron-down': 'M5 9.5l7 7 7-7',
  play: 'M8.5 5.5v13l10-6.5-10-6.5Z',
  share: 'M12 15.5V4 M7.5 8.5 12 4l4.5 4.5 M5 13v6.5h14V13',
  more: 'M4.6 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0Z M11.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0Z M18.2 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0Z',
} as const

/** An icon here, or the `d` of a later one. `heart-filled` is filled inside; `play` always is. */
export type IconName = keyof typeof iconPaths | 'heart-filled' | `M${string}`
