"use strict";
(() => {
  const SYMBOLS = ["circle", "diamond", "triangle", "rect", "emptyCircle", "emptyDiamond", "emptyTriangle", "emptyRect"];
  const NO_SCORE = -2;
  const LOWEST = 1;
  const HIGHEST = 10;
  const STEP = 3;
  const MOST_FILLED = 3;
  const PIXELS_A_QUESTION = 22;
  const PIXELS_A_NAME = 150;
  const PIXELS_OF_AN_AXIS_NAME = 84;
  const PIXELS_ABOVE_QUESTIONS = 40;

  const twoDigits = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const figure = (score, data) => (score === null ? data.no_score : twoDigits.format(score));

  /** Opens whatever an element is folded away in, the question itself included, and goes there. */
  function reveal(id) {
    const target = id && document.getElementById(id);
    if (!target) return;
    for (let part = target; part; part = part.parentElement) {
      if (part.tagName === "DETAILS") part.open = true;
    }
    target.scrollIntoView();
    const summary = target.querySelector(":scope > summary");
    if (summary) summary.focus({ preventScroll: true });
  }

  function goTo(anchor) {
    if (location.hash === `#${anchor}`) reveal(anchor);
    else location.hash = anchor;
  }

  function scheme() {
    const style = getComputedStyle(document.documentElement);
    const read = (name) => style.getPropertyValue(name).trim();
    return {
      ink: read("--ink"), soft: read("--soft"), line: read("--line"), card: read("--card"), tint: read("--tint"),
      sans: getComputedStyle(document.body).fontFamily,
      side: (order) => read(`--side-${order % 8}`),
    };
  }

  function common(colours, still) {
    return {
      animation: !still,
      animationDuration: 400,
      textStyle: { fontFamily: colours.sans, color: colours.soft },
      legend: {
        type: "scroll", bottom: 0, itemWidth: 16,
        textStyle: { color: colours.ink, width: PIXELS_A_NAME, overflow: "truncate" },
        pageTextStyle: { color: colours.soft }, pageIconColor: colours.ink, pageIconInactiveColor: colours.line,
      },
      tooltip: {
        confine: true, className: "tip", borderWidth: 1, padding: [6, 10], transitionDuration: 0,
        backgroundColor: colours.card, borderColor: colours.line, textStyle: { color: colours.ink, fontSize: 13 },
      },
    };
  }

  /** A tooltip made of text nodes: nothing in it is read as HTML. */
  function lines(heading, rows) {
    const box = document.createElement("div");
    const top = document.createElement("strong");
    top.textContent = heading;
    box.append(top);
    for (const row of rows) {
      const line = document.createElement("div");
      line.textContent = row;
      box.append(line);
    }
    return box;
  }

  const named = (name, order) => ({ name, icon: SYMBOLS[order % 8] });

  /** As large as the width leaves room for the names of the axes. */
  function radarRadius(holder) {
    return Math.max(40, Math.min(110, (holder.clientWidth / 2 - PIXELS_OF_AN_AXIS_NAME) / Math.cos(Math.PI / 6)));
  }

  function radarHeight(holder, profiles) {
    return Math.round(1.5 * radarRadius(holder) + 65 + (profiles.length > 1 ? 25 : 0));
  }

  function radarOption(data, profiles, colours, still, radius) {
    const base = common(colours, still);
    return {
      ...base,
      legend: profiles.length > 1
        ? { ...base.legend, data: profiles.map((profile) => named(profile.name, profile.order)) } : { show: false },
      tooltip: {
        ...base.tooltip,
        formatter: (at) => lines(profiles[at.dataIndex].name,
          data.axes.map((axis, place) => `${axis} ${figure(profiles[at.dataIndex].means[place], data)}`)),
      },
      radar: {
        indicator: data.axes.map((name) => ({ name, min: LOWEST, max: HIGHEST })),
        splitNumber: STEP, radius, center: ["50%", radius + 34], clockwise: true,
        axisName: { color: colours.soft, fontSize: 11 }, axisNameGap: 8, splitArea: { show: false },
        splitLine: { lineStyle: { color: colours.line } }, axisLine: { lineStyle: { color: colours.line } },
      },
      series: [{
        type: "radar",
        data: profiles.map((profile) => ({
          name: profile.name, value: profile.means, symbol: SYMBOLS[profile.order % 8], symbolSize: 7,
          itemStyle: { color: colours.side(profile.order) },
          lineStyle: { color: colours.side(profile.order), width: 2 },
          areaStyle: { color: colours.side(profile.order), opacity: profiles.length > MOST_FILLED ? 0 : 0.14 },
        })),
      }],
    };
  }

  function questionLines(data, index) {
    const question = data.questions[index];
    return [question.question, ...data.contestants.map((name, order) => `${name} ${figure(question.scores[order], data)}`)];
  }

  /** A line from the lowest to the highest score of each question. */
  function ranges(data, colours) {
    const known = data.questions.map((question) => question.scores.filter((score) => score !== null));
    return {
      type: "custom", silent: true, z: 1, tooltip: { show: false }, legendHoverLink: false,
      data: known.flatMap((scores, index) => (scores.length > 1 ? [[index, Math.min(...scores), Math.max(...scores)]] : [])),
      renderItem: (_, api) => {
        const [x, low] = api.coord([api.value(0), api.value(1)]);
        const high = api.coord([api.value(0), api.value(2)])[1];
        return { type: "line", shape: { x1: x, y1: low, x2: x, y2: high }, style: { stroke: colours.line, lineWidth: 3 } };
      },
    };
  }

  /** Height of the slanted ids below the questions' chart. */
  function idHeight(data) {
    const longest = Math.max(...data.questions.map((question) => question.id.length));
    return Math.min(98, 30 + 6 * longest);
  }

  function questionsOption(data, colours, still) {
    const unscored = data.questions.some((question) => question.scores.includes(null));
    const base = common(colours, still);
    return {
      ...base,
      legend: { ...base.legend, bottom: undefined, top: 0, left: 0, data: data.contestants.map(named) },
      grid: { left: unscored ? 64 : 34, right: 14, top: PIXELS_ABOVE_QUESTIONS, bottom: idHeight(data) },
      tooltip: {
        ...base.tooltip, trigger: "axis", axisPointer: { type: "shadow", shadowStyle: { color: colours.soft, opacity: 0.18 } },
        formatter: (points) => lines(data.questions[points[0].dataIndex].id, questionLines(data, points[0].dataIndex)),
      },
      xAxis: {
        type: "category", data: data.questions.map((question) => question.id), axisTick: { show: false },
        axisLine: { onZero: false, lineStyle: { color: colours.line } },
        axisLabel: { color: colours.soft, margin: 14, rotate: 60, width: 84, overflow: "truncate", fontSize: 11, hideOverlap: true },
      },
      yAxis: {
        type: "value", min: unscored ? NO_SCORE : LOWEST, max: HIGHEST, interval: STEP,
        axisLabel: { color: colours.soft, formatter: (value) => (value === NO_SCORE ? data.no_score : String(value)) },
        splitLine: { lineStyle: { color: colours.line } },
      },
      series: [ranges(data, colours), ...data.contestants.map((name, order) => ({
        type: "scatter", name, z: 3 + order, symbol: SYMBOLS[order % 8], symbolSize: 13 - (4 * order) / Math.max(1, data.contestants.length - 1),
        itemStyle: { color: colours.side(order), opacity: 1 }, cursor: "pointer",
        data: data.questions.map((question) => question.scores[order] ?? NO_SCORE),
      }))],
    };
  }

  /** Lets a pointer or the arrow keys choose a question, and a click or Enter open it. */
  function listen(holder, chart, data) {
    let chosen = -1;
    const said = document.getElementById("said");
    const move = (to) => {
      chosen = Math.max(0, Math.min(data.questions.length - 1, to));
      chart.dispatchAction({ type: "showTip", seriesIndex: 1, dataIndex: chosen });
      said.textContent = [data.questions[chosen].id, ...questionLines(data, chosen)].join(", ");
    };
    chart.getZr().on("click", (event) => {
      const [index] = chart.convertFromPixel({ gridIndex: 0 }, [event.offsetX, event.offsetY]);
      const question = data.questions[Math.round(index)];
      // Above the drawing stands the legend, where a click switches a contestant off.
      if (question && event.offsetY > PIXELS_ABOVE_QUESTIONS - 10) goTo(question.anchor);
    });
    holder.addEventListener("keydown", (event) => {
      const to = { ArrowRight: chosen + 1, ArrowLeft: chosen - 1, Home: 0, End: data.questions.length - 1 }[event.key];
      if (to !== undefined) move(to);
      else if (event.key === "Enter" && chosen >= 0) goTo(data.questions[chosen].anchor);
      else return;
      event.preventDefault();
    });
    holder.addEventListener("blur", () => chart.dispatchAction({ type: "hideTip" }));
  }

  function main() {
    reveal(location.hash.slice(1));
    addEventListener("hashchange", () => reveal(location.hash.slice(1)));
    if (!window.echarts) return;
    const data = JSON.parse(document.getElementById("chart-data").textContent);
    const charts = new Map();
    const open = (holder, height, option) => {
      holder.style.height = `${height()}px`;
      const chart = window.echarts.init(holder, null, { renderer: "svg" });
      charts.set(holder, { chart, height, option });
      return chart;
    };
    for (const holder of document.querySelectorAll("[data-radar]")) {
      const wanted = holder.dataset.radar;
      const profiles = data.profiles.filter((profile) => wanted === "" || profile.order === Number(wanted));
      open(holder, () => radarHeight(holder, profiles),
        (colours, still) => radarOption(data, profiles, colours, still, radarRadius(holder)));
    }
    const questions = document.getElementById("questions-chart");
    if (questions) {
      questions.style.minWidth = `${data.questions.length * PIXELS_A_QUESTION}px`;
      const chart = open(questions, () => 300 + idHeight(data),
        (colours, still) => questionsOption(data, colours, still));
      listen(questions, chart, data);
    }
    const reduced = matchMedia("(prefers-reduced-motion: reduce)");
    const draw = () => {
      const colours = scheme();
      for (const { chart, option } of charts.values()) chart.setOption(option(colours, reduced.matches), true);
    };
    draw();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    const fit = (holder) => {
      const { chart, height, option } = charts.get(holder);
      // On paper the living charts are away and have no width.
      if (holder.clientWidth === 0 || holder.clientWidth === chart.getWidth()) return;
      holder.style.height = `${height()}px`;
      chart.resize();
      chart.setOption(option(scheme(), true), true);
    };
    const watcher = new ResizeObserver((entries) => entries.forEach((entry) => fit(entry.target)));
    for (const holder of charts.keys()) watcher.observe(holder);
  }

  main();
})();
