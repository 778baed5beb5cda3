/* Icons for later screens, which load with them. In the same style as `icon-paths.ts`. */

export const eyeIcon =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z'

export const eyeOffIcon =
  'M4 4l16 16 M9.5 6a9 9 0 0 1 2.5-.4c6 0 9.5 6.4 9.5 6.4a17 17 0 0 1-3 3.7 M6.2 7.6A16 16 0 0 0 2.5 12s3.5 6.5 9.5 6.5a9 9 0 0 0 4-.9 M10 10a3 3 0 0 0 4 4'

export const sendIcon = 'M20.5 3.5 3.5 10.6l6.9 3 3 6.9 7.1-17Z M10.4 13.6l4.1-4.1'

export const settingsIcon =
  'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z M10.3 3.5h3.4l.5 2.6 1.9 1.1 2.5-.9 1.7 2.9-2 1.7v2.2l2 1.7-1.7 2.9-2.5-.9-1.9 1.1-.5 2.6h-3.4l-.5-2.6-1.9-1.1-2.5.9-1.7-2.9 2-1.7v-2.2l-2-1.7 1.7-2.9 2.5.9 1.9-1.1.5-2.6Z'

export const trashIcon = 'M4.5 6.5h15 M9.5 6.5V4h5v2.5 M6.5 6.5l.9 13.5h9.2l.9-13.5 M10 10.5v6 M14 10.5v6'

export const checkIcon = 'M4.5 12.5l5 5 10-11'

export const closeIcon = 'M6 6l12 12 M18 6 6 18'

export const calendarIcon = 'M4.5 6h15v13.5h-15V6Z M4.5 10.5h15 M8.5 3.5V8 M15.5 3.5V8'

export const chartIcon = 'M5.5 19.5v-7 M12 19.5v-15 M18.5 19.5v-10'

export const externalIcon = 'M13.5 4.5h6v6 M19.5 4.5 11 13 M17.5 14v5.5h-13v-13H10'

export const sleeveIcon = 'M3.5 5.5h11v13h-11v-13Z M14.5 6.3a6 6 0 0 1 0 11.4 M14.5 11a1.2 1.2 0 0 1 0 2'

export const offlineIcon =
  'M4 4l16 16 M2.8 9.3a13 13 0 0 1 4-2.6 M10.5 5.6c3.9-.4 7.8.9 10.7 3.7 M5.8 12.7a9 9 0 0 1 4.3-2.3 M14.6 10.7a9 9 0 0 1 3.6 2 M9 16.1a4.3 4.3 0 0 1 5.6-.4 M12 19.5v.1'

export const pauseIcon = 'M8.5 5.5v13 M15.5 5.5v13'

export const nextIcon = 'M6.5 5.5v13l9-6.5-9-6.5Z M18.5 5.5v13'

export const previousIcon = 'M17.5 5.5v13l-9-6.5 9-6.5Z M5.5 5.5v13'

export const laterIcon = 'M6.5 4.5h11v15l-5.5-4-5.5 4v-15Z'

export const saveListIcon = 'M12 4v10 M7.5 9.5 12 14l4.5-4.5 M4.5 19.5h15'

export const forwardIcon = 'M9 5l7 7-7 7'
