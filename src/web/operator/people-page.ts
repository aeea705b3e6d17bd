import type { Invite } from "../../accounts/pass-store.ts";
import { type PeoplePage, peoplePerPage, type PersonListed } from "../../accounts/person-store.ts";
import { copyButton } from "../kit/copy-button.ts";
import { ago, exactTime } from "../kit/dates.ts";
import { inputField, searchField } from "../kit/field.ts";
import { postButton, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { pageNav } from "../kit/page-links.ts";
import { formPanel, panel } from "../kit/page.ts";
import { operatorPage } from "./operator-page.ts";
import type { PageQuery } from "./page-query.ts";

/** `link` was just created. `keepsPasswords`: accounts are created here, not at a login service. */
export type PeopleView = PeoplePage & {
  query: PageQuery;
  invites: Invite[];
  ownId: string;
  keepsPasswords: boolean;
  link: { about: string; address: string } | null;
  newEmail: string;
  invitedEmail: string;
  createFault: string | undefined;
  inviteFault: string | undefined;
  failure: string | null;
  done: string | null;
  now: Date;
};

export const noPeopleFaults = {
  link: null,
  newEmail: "",
  invitedEmail: "",
  createFault: undefined,
  inviteFault: undefined,
  failure: null,
  done: null,
};

export function peoplePage(frame: Frame, view: PeopleView): Html {
  const { people: texts, navigation } = frame.texts.operator;
  return operatorPage(frame, {
    title: navigation.people,
    lede: texts.lede(view.all),
    done: view.done,
    body: html`<div class="stack">
      ${alert(view.failure)} ${madeLink(frame, view)}
      <div class="cols">
        ${panel("people", texts.title, peopleList(frame, view))}
        <div class="stack">
          ${inviteForm(frame, view)} ${panel("invitations", texts.invitation.title, inviteList(frame, view))}
          ${view.keepsPasswords && createForm(frame, view)}
        </div>
      </div>
    </div>`,
  });
}

function madeLink(frame: Frame, { link }: PeopleView): Html | null {
  if (link === null) return null;
  return html`<section class="panel form made" aria-label="${link.about}">
    <p role="status"><strong>${link.about}</strong></p>
    <p class="line">
      <code>${link.address}</code>${copyButton(frame, { text: link.address, label: frame.texts.feeds.copyAddress })}
    </p>
  </section>`;
}

function peopleList(frame: Frame, view: PeopleView): Html {
  const { people: texts } = frame.texts.operator;
  const { people, first, found, query } = view;
  return html`<form class="tools" role="search" method="get" action="/operator/people">
      ${searchField(texts.search, query.search)} <button class="btn">${texts.find}</button>
    </form>
    ${
      people.length === 0
        ? html`<p class="empty">${texts.none}</p>`
        : html`<ul class="items" role="list">
              ${people.map((person) => personRow(frame, person, view))}
            </ul>
            ${pageNav(frame, {
              label: texts.pages,
              first,
              shown: people.length,
              all: found,
              perPage: peoplePerPage,
              addressOf: (page) => peopleAddress({ ...query, page }),
            })}`
    }`;
}

function personRow(frame: Frame, person: PersonListed, { query, ownId, keepsPasswords, now }: PeopleView): Html {
  const { people: texts } = frame.texts.operator;
  const { id, email, disabledAt, lastSeenAt } = person;
  const act = disabledAt === null ? ("disable" as const) : ("enable" as const);
  const facts = [person.operator && texts.operator, disabledAt !== null && texts.disabled].filter(Boolean);
  return html`<li>
    <strong dir="auto">${email}</strong>
    <p class="took">
      ${facts.map((fact) => html`${fact} · `)}${texts.subscriptions(person.subscriptions)} ·
      ${lastSeenAt === null ? texts.neverSeen : html`${texts.seen} ${ago(frame, lastSeenAt, now)}`}
    </p>
    <div class="buttons">
      ${
        keepsPasswords &&
        disabledAt === null &&
        postButton(frame, {
          action: peopleAddress(query, { path: `/${id}/reset` }),
          label: texts.reset,
          name: texts.resetOf(email),
        })
      }
      ${
        id !== ownId &&
        postButton(frame, {
          action: peopleAddress(query, { path: `/${id}/${act}` }),
          label: texts.act[act],
          name: texts.actOn[act](email),
          ...(act === "disable" && { kind: "danger" as const }),
        })
      }
    </div>
  </li>`;
}

function inviteForm(frame: Frame, { invitedEmail, inviteFault }: PeopleView): Html {
  const { invitation: texts, email } = frame.texts.operator.people;
  return formPanel(
    "invite",
    texts.newTitle,
    html`${postForm(
      frame,
      { action: "/operator/invitations" },
      html`${inputField({ autocomplete: "off", name: "email", id: "invited", label: email, hint: texts.hint, value: invitedEmail, fault: inviteFault })}
        <button class="btn go">${texts.make}</button>`,
    )}`,
  );
}

function inviteList(frame: Frame, { invites }: PeopleView): Html {
  const { invitation: texts } = frame.texts.operator.people;
  if (invites.length === 0) return html`<p>${texts.none}</p>`;
  return html`<ul class="items" role="list">
    ${invites.map(({ id, email, expiresAt }) => {
      const name = email ?? texts.anybody;
      return html`<li>
        <strong dir="auto">${name}</strong>
        <p class="took">${texts.expires} ${exactTime(frame, expiresAt)}</p>
        <div class="buttons">
          ${postButton(frame, {
            action: `/operator/invitations/${id}/revoke`,
            label: texts.revoke,
            name: texts.revokeOf(name),
            kind: "danger",
          })}
        </div>
      </li>`;
    })}
  </ul>`;
}

function createForm(frame: Frame, { newEmail, createFault }: PeopleView): Html {
  const { create: texts, email } = frame.texts.operator.people;
  return formPanel(
    "create",
    texts.title,
    html`${postForm(
      frame,
      { action: "/operator/people" },
      html`${inputField({ autocomplete: "off", name: "email", id: "created", label: email, hint: texts.hint, value: newEmail, fault: createFault })}
        <label class="check"><input type="checkbox" name="operator" value="on" /><span>${texts.operator}</span></label>
        <button class="btn">${texts.make}</button>`,
    )}`,
  );
}

/** Every action on an account leads back to the same part of the list. */
export function peopleAddress({ search, page }: PageQuery, { path = "", done = "" } = {}): string {
  const asked = new URLSearchParams({
    ...(search !== "" && { search }),
    ...(page > 1 && { page: String(page) }),
    ...(done !== "" && { done }),
  }).toString();
  return `/operator/people${path}${asked === "" ? "" : `?${asked}`}`;
}
