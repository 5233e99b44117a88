import { type ComponentProps, lazy } from 'react';
import { LazyPopup } from './lazy-popup';

const loadChoice = () => import('./choice-menu').then((module) => ({ default: module.ChoiceMenu }));
const loadCheck = () => import('./check-menu').then((module) => ({ default: module.CheckMenu }));
const Choice = lazy(loadChoice);
const Check = lazy(loadCheck);

/** A menu with one choice of several options; its code loads on first use. */
export const LazyChoiceMenu = (props: ComponentProps<typeof Choice>) => (
  <LazyPopup popup="menu" load={loadChoice} button={props.button}>
    <Choice {...props} />
  </LazyPopup>
);

/** A menu with several choices of some options; its code loads on first use. */
export const LazyCheckMenu = (props: ComponentProps<typeof Check>) => (
  <LazyPopup popup="menu" load={loadCheck} button={props.button}>
    <Check {...props} />
  </LazyPopup>
);
