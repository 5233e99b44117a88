declare module '*/refusal-sentences?compiled' {
  export { refusalSentences } from '@gos/domain';
}
