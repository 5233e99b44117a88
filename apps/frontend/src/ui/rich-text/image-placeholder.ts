import classes from '../fields/fields.module.css';
import pieces from '../pieces.module.css';

export interface PlaceholderTexts {
  readonly sending: string;
  readonly cancel: string;
  readonly remove: string;
  readonly retry: string;
  readonly retryNamed: string;
}

interface PlaceholderActions {
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

/** Placeholder in the text while an image uploads; it is never part of the saved text. */
export interface Placeholder {
  readonly dom: HTMLElement;
  progress(share: number): void;
  fail(why: string, repeatable: boolean): void;
  restart(): void;
}

function button(text: string, label: string, className: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = text;
  made.setAttribute('aria-label', label);
  made.addEventListener('click', onClick);
  return made;
}

export function placeholderOf(
  name: string,
  texts: PlaceholderTexts,
  { onRemove, onRetry }: PlaceholderActions,
): Placeholder {
  const dom = document.createElement('span');
  dom.className = classes.imagePlaceholder!;
  dom.contentEditable = 'false';
  const title = document.createElement('span');
  title.className = pieces.word!;
  title.textContent = name;
  const bar = document.createElement('progress');
  bar.max = 1;
  bar.className = classes.imageProgress!;
  bar.setAttribute('aria-label', texts.sending);
  const why = document.createElement('span');
  why.className = classes.uploadError!;
  why.setAttribute('role', 'alert');
  const remove = button('×', texts.cancel, pieces.iconButton!, onRemove);
  const retry = button(texts.retry, texts.retryNamed, classes.uploadRetry!, onRetry);

  function restart() {
    bar.value = 0;
    why.textContent = '';
    remove.setAttribute('aria-label', texts.cancel);
    dom.replaceChildren(title, bar, remove);
  }
  restart();
  return {
    dom,
    restart,
    progress(share) {
      bar.value = share;
    },
    fail(reason, repeatable) {
      remove.setAttribute('aria-label', texts.remove);
      dom.replaceChildren(title, why, ...(repeatable ? [retry] : []), remove);
      why.textContent = reason;
    },
  };
}
