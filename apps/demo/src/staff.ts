import type { GlobalRole } from '@gos/domain';
import { keysOf } from '@gos/domain/kernel/tables';
import { accounting } from './texts/accounting';
import { care } from './texts/care';
import { english } from './texts/english';
import { it } from './texts/it';
import { office } from './texts/office';
import { shop } from './texts/shop';
import type { Area, Department } from './texts/text';
import { warehouse } from './texts/warehouse';

export interface Employee {
  readonly id: number;
  readonly name: string;
  readonly department: Department;
  readonly role: GlobalRole;
  readonly language: 'cs' | 'en';
  readonly phone: string | null;
  /** crowns, null when not agreed */
  readonly hourlyRate: number | null;
}

export const areas: Readonly<Record<Department, Area>> = {
  office,
  warehouse,
  shop,
  care,
  accounting,
  it,
  abroad: english,
};

/** Local hours of work, from and to, in minutes after midnight. */
export const hours: Readonly<Record<Department, readonly [number, number]>> = {
  office: [8 * 60, 17 * 60],
  warehouse: [6 * 60, 15 * 60],
  shop: [8 * 60, 16 * 60 + 30],
  care: [8 * 60, 17 * 60],
  accounting: [7 * 60 + 30, 16 * 60],
  it: [9 * 60, 18 * 60],
  abroad: [8 * 60 + 30, 17 * 60],
};

/** Position of each department's people, in the order of their numbers. */
export const positions: Readonly<Record<Department, string>> = {
  office: 'Vedení',
  warehouse: 'Skladník',
  shop: 'Správce e-shopu',
  care: 'Zákaznická podpora',
  accounting: 'Účetní',
  it: 'Vývojář',
  abroad: 'Zahraniční obchod',
};

type Row = readonly [name: string, department: Department, hourlyRate: number | null, more?: Partial<Employee>];

const rows: readonly Row[] = [
  ['Petr Novotný', 'it', 780, { role: 'admin' }],
  ['Jana Horáková', 'office', 950],
  ['Martin Dvořák', 'warehouse', 420],
  ['Lucie Procházková', 'warehouse', 265],
  ['Jakub Kučera', 'warehouse', 250],
  ['Veronika Veselá', 'warehouse', 255],
  ['Ondřej Krejčí', 'warehouse', 245],
  ['Tereza Marková', 'shop', 520],
  ['Emily Carter', 'abroad', 560, { language: 'en' }],
  ['Filip Pospíšil', 'shop', 380],
  ['Barbora Hájková', 'shop', 410],
  ['Adam Jelínek', 'shop', 390],
  ['Kateřina Růžičková', 'care', 390],
  ['Michal Beneš', 'care', 290],
  ['Eliška Fialová', 'care', 285],
  ['Alena Sedláčková', 'accounting', 540],
  ['Zdeněk Doležal', 'accounting', 360],
  ['Monika Zemanová', 'accounting', 370],
  ['David Kolář', 'it', 690],
  ['Nikola Navrátilová', 'it', 670],
  ['Daniel Čermák', 'it', 430],
  ['Šimon Vaněk', 'it', 610],
  ['Ivana Urbanová', 'office', null, { role: 'auditor' }],
  ['Radek Bláha', 'warehouse', 650, { role: 'collaborator' }],
  ['Gabriela Šulcová', 'accounting', 1_200, { role: 'collaborator' }],
];

/** Numbers are assigned in this order: the first person is the admin. */
export const staff: readonly Employee[] = rows.map(([name, department, hourlyRate, more], index) => ({
  id: index + 1,
  name,
  department,
  role: 'member',
  language: 'cs',
  phone: hourlyRate === null ? null : `+420 600 ${String(100 + index * 7)} ${String(210 + index * 13)}`,
  hourlyRate,
  ...more,
}));

export const employee = (id: number): Employee => staff[id - 1]!;

/** Everybody holds the position of their department; numbers are assigned in this order. */
export const positionOf = ({ department }: Pick<Employee, 'department'>): number =>
  keysOf(positions).indexOf(department) + 1;

export interface Team {
  /** The person who creates most of the tasks. */
  readonly lead: number;
  /** People who solve them. */
  readonly members: readonly number[];
  /** Other people who create tasks for them. */
  readonly clients: readonly number[];
}

export const teams: Readonly<Record<Department, Team>> = {
  office: { lead: 2, members: [1, 3, 8, 13, 16], clients: [8, 16, 13] },
  warehouse: { lead: 3, members: [4, 5, 6, 7, 24], clients: [2, 8, 13, 14, 10] },
  shop: { lead: 8, members: [10, 11, 12], clients: [2, 13, 3] },
  care: { lead: 13, members: [14, 15], clients: [2, 8, 4] },
  accounting: { lead: 16, members: [17, 18, 25], clients: [2, 8, 3] },
  it: { lead: 1, members: [19, 20, 21, 22], clients: [2, 8, 13, 3, 16] },
  abroad: { lead: 9, members: [8, 10, 11, 12, 20], clients: [2, 8, 13] },
};

/** Collaborators create no tasks: they only solve them. */
const givers: readonly number[] = staff.filter(({ role }) => role === 'member' || role === 'admin').map(({ id }) => id);
export const mayGive = (id: number): boolean => givers.includes(id);
export const nameable: readonly number[] = staff.filter(({ role }) => role !== 'auditor').map(({ id }) => id);

export const emailOf = ({ name }: Pick<Employee, 'name'>): string =>
  `${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ /g, '.')}@firma.example`;

export const demoPassword = 'ukazka-2026';

/** People to sign in as, with the reason. */
export const recommended: readonly { readonly id: number; readonly about: string }[] = [
  { id: 3, about: 'head of the warehouse (Czech)' },
  { id: 9, about: 'markets abroad (English)' },
  { id: 16, about: 'head of accounting (Czech)' },
  { id: 1, about: 'head of IT and admin: sees everything (Czech)' },
];
