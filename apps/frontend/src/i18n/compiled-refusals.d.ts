declare module '*/refusals?compiled' {
  export { refusalSentences } from '@gos/domain';
}
