import type { About } from '~/contract/settings/settings-schema';

/** The sample agency's about page. People are invented. */
export const seedAbout: About = {
  title: 'Six people and a long table',
  lead: 'Kestrel is a small studio that prints its prices, shows its work every Friday and answers its own phone. How it started, and who you’ll be talking to.',
  story: {
    title: 'It began with two people who were never in the room',
    paragraphs: [
      'Kestrel began in 2020, when Amara Oduya and Tobias Lindqvist left the same agency in the same week. They had liked the work. They had not liked that it was sold by people who would never do it, to people they would never meet, at a price nobody could explain. They took one rule with them: whoever builds a thing talks to whoever needs it.',
      'The name comes from the bird above the harbor wall. A kestrel hangs on the wind until it is sure and only then drops. Our projects begin the same way. We watch people use what is there, count what can be counted, and write down what we found and what it would cost to fix. You keep what we wrote, and you can take it to anyone.',
      'We have stayed small on purpose. Six people fit around one table, know every project in the house and can tell you when yours needs somebody else. If a project needs more hands, we bring in people we have worked with before, and you hear their names before they start.',
    ],
  },
  values: {
    title: 'What we stand by',
    items: [
      {
        title: 'Look before you build',
        text: 'The first days of a project produce no screens. Sometimes they end with the advice to build nothing, which is the cheapest thing we sell.',
      },
      {
        title: 'Light enough for a bad signal',
        text: 'People open your site on an old phone, in a hurry, with one bar. We test on such phones. A page that is slow there is not finished.',
      },
      {
        title: 'Everyone gets in',
        text: 'Keyboard, screen reader, large type, bright sun. Accessibility is in every estimate, never an optional extra.',
      },
      {
        title: 'Own up when it goes wrong',
        text: 'If we are late or mistaken, you hear it from us on the same day, with what we propose to do. We keep a list of our mistakes, and new people read it first.',
      },
    ],
  },
  week: {
    title: 'A week here',
    items: [
      {
        title: 'Monday',
        text: 'The pair on your project writes down what it will show on Friday. You have the note before lunch.',
      },
      {
        title: 'Tuesday',
        text: 'Design and code at one table. Questions to you go out once a day, in a single message.',
      },
      {
        title: 'Wednesday',
        text: 'No meetings, for anyone. The phone is still answered.',
      },
      {
        title: 'Thursday',
        text: 'Somebody from another project tries to break yours, on an old phone and by keyboard.',
      },
      {
        title: 'Friday',
        text: 'Thirty minutes with you, on your own phone. What you say becomes Monday’s plan.',
      },
    ],
  },
  team: {
    title: 'Who you will talk to',
    people: [
      {
        name: 'Amara Oduya',
        role: 'Founder, design',
        text: 'Draws with a pencil first, and cuts half of it before anybody else sees it.',
        imageUrl: null,
      },
      {
        name: 'Tobias Lindqvist',
        role: 'Founder, engineering',
        text: 'Weighs every page in kilobytes and will show you the graph, if you let him.',
        imageUrl: null,
      },
      {
        name: 'Ines Calloway',
        role: 'Design and type',
        text: 'Came from books. Reads each page aloud before it goes out, small print included.',
        imageUrl: null,
      },
      {
        name: 'Dawit Haile',
        role: 'Engineering and data',
        text: 'Moves old systems into new ones on quiet nights, and counts the rows twice.',
        imageUrl: null,
      },
      {
        name: 'Petra Novakova',
        role: 'Words and search',
        text: 'Listens to how your customers ask, then writes the page that answers them.',
        imageUrl: null,
      },
      {
        name: 'Joss Hartnell',
        role: 'Care and operations',
        text: 'Answers the urgent line, and usually knows the cause before you hang up.',
        imageUrl: null,
      },
    ],
  },
};
