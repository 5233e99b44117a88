import { type ComponentProps, lazy } from 'react';
import { LazyPopup } from './lazy-popup';

const loadChoice = () => import('./choice-menu').then((module) => ({ default: module.ChoiceMenu }));
const loadCheck = () => import('./check-menu').then((module) => ({ default: module.CheckMenu }));
const Choice = lazy(loadChoice);
const Check = lazy(loadCheck);

/** One of some options is chosen; the menu comes when it is first asked for. */
export const LazyChoiceMenu = (props: ComponentProps<typeof Choice>) => (
  <LazyPopup popup="menu" load={loadChoice} button={props.button}>
    <Choice {...props} />
  </LazyPopup>
);

/** Several of some options are chosen; the menu comes when it is first asked for. */
export const LazyCheckMenu = (props: ComponentProps<typeof Check>) => (
  <LazyPopup popup="menu" load={loadCheck} button={props.button}>
    <Check {...props} />
  </LazyPopup>
);
