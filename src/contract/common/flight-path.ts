/** The bird's path over the landing page, 1440 by 900: it circles, descends past the text and leaves below it. */
export const flightPath = [
  '<circle cx="1105" cy="168" r="104" fill="var(--straw)"/>',
  '<g stroke="var(--line)" stroke-width="1.5">',
  '<path pathLength="1" d="M1500 250C1340 60 1080 60 960 270S900 640 700 760 220 860-60 850"/>',
  '<path pathLength="1" d="M1500 300C1350 110 1110 110 1000 300S940 680 730 800 240 892-60 884"/>',
  '<path pathLength="1" d="M1500 350C1360 160 1140 160 1040 330S980 720 760 840 260 924-60 918"/>',
  '<path pathLength="1" d="M1500 400C1370 210 1170 210 1080 360S1020 760 790 880 280 956-60 952"/>',
  '</g>',
  '<path pathLength="1" d="M1500 190C1330 0 1050 10 915 240S860 600 670 720 200 828-60 816" stroke="var(--rust)" stroke-width="3"/>',
].join('');
