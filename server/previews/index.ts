export type { FindPageHead, PageHead } from './page-heads.ts'
export { previewRoutes } from './routes.ts'
