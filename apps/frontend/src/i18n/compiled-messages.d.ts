declare module '*.json?compiled' {
  import type { MessageFormatElement } from 'react-intl';

  const messages: Readonly<Record<string, string | MessageFormatElement[]>>;
  export default messages;
}
